const NAME = 'countersign.workspace';

/** The workspace this browser was in last. A convenience: where storage is shut, it is forgotten. */
export const lastWorkspace = {
  get(): string | null {
    try {
      return localStorage.getItem(NAME);
    } catch {
      return null;
    }
  },
  set(workspace: string): void {
    try {
      localStorage.setItem(NAME, workspace);
    } catch {
      // Private windows may have no storage; the first workspace is opened then.
    }
  },
};
