/** Values by workspace and key, in memory. What goes in and comes out is a copy, as it would be from a database. */
export interface Cells<T> {
  get(workspace: string, key: string): T | null;
  set(workspace: string, key: string, value: T): void;
  /** All of a workspace, in the order in which keys were first set. */
  all(workspace: string): T[];
}

/** No values yet. */
export function cells<T>(): Cells<T> {
  const byWorkspace = new Map<string, Map<string, T>>();
  return {
    get(workspace, key) {
      const value = byWorkspace.get(workspace)?.get(key);
      return value === undefined ? null : structuredClone(value);
    },
    set(workspace, key, value) {
      const values = byWorkspace.get(workspace) ?? new Map<string, T>();
      byWorkspace.set(workspace, values.set(key, structuredClone(value)));
    },
    all(workspace) {
      return structuredClone([...(byWorkspace.get(workspace)?.values() ?? [])]);
    },
  };
}
