/** Milliseconds after which another process's change is seen. Changes made in this process are seen at once. */
const FRESH_MS = 1_000;

/** Workspaces of which something is kept, and things of one of them. */
const MOST_KEPT = 1_000;

/** What was read is kept for a moment, by workspace and name. */
export interface Fresh<T> {
  get(workspace: string, name: string, read: () => Promise<T>): Promise<T>;
  /** Forgets a workspace, also what is being read of it: that may answer from before a change. */
  forget(workspace: string): void;
}

/** Keeps what was read of a workspace for a moment. What failed, or need not be kept, is not: the next one asks again. */
export function createFresh<T>(
  now: () => number,
  isKept: (value: T) => boolean = () => true,
): Fresh<T> {
  const workspaces = new Map<
    string,
    Map<string, { readonly at: number; readonly value: Promise<T> }>
  >();
  return {
    get(workspace, name, read) {
      const known = workspaces.get(workspace) ?? new Map();
      const one = known.get(name);
      if (one && now() - one.at < FRESH_MS) return one.value;
      if (workspaces.size > MOST_KEPT) workspaces.clear();
      if (known.size >= MOST_KEPT) known.clear();
      const kept = { at: now(), value: read() };
      workspaces.set(workspace, known.set(name, kept));
      const drop = () => void (known.get(name) === kept && known.delete(name));
      kept.value.then((value) => isKept(value) || drop(), drop);
      return kept.value;
    },
    forget: (workspace) => void workspaces.delete(workspace),
  };
}
