/** Whether the server has said that nobody is signed in. Set by any request, cleared by signing in. */
export interface SignedOut {
  get(): boolean;
  set(isSignedOut: boolean): void;
  subscribe(listener: () => void): () => void;
}

/** Makes {@link SignedOut}. */
export function createSignedOut(): SignedOut {
  let value = false;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(isSignedOut) {
      if (value === isSignedOut) return;
      value = isSignedOut;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
