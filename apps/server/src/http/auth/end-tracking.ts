import { AsyncLocalStorage } from 'node:async_hooks';

/** Where the sign-in library keeps the storages in which it follows its requests. */
const LIBRARY = Symbol.for('better-auth:global');

/**
 * Runs what calls the sign-in library, and ends its tracking of asynchronous calls once none is under way. Before
 * Node 24 a storage that was used once makes every promise of the process dearer for ever: a fifth of a run's processor.
 */
export function createTrackingEnd(): <T>(call: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  return async (call) => {
    underWay++;
    try {
      return await call();
    } finally {
      underWay--;
      if (underWay === 0) for (const storage of librarysStorages()) storage.disable();
    }
  };
}

/** The library's storages; none before its first call, or once it keeps them elsewhere. */
export function librarysStorages(): readonly AsyncLocalStorage<unknown>[] {
  const library = (globalThis as unknown as Record<symbol, { context?: object } | undefined>)[
    LIBRARY
  ];
  return Object.values(library?.context ?? {}).filter(
    (value): value is AsyncLocalStorage<unknown> => value instanceof AsyncLocalStorage,
  );
}
