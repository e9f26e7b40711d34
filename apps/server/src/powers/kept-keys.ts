import { digest } from '@countersign/contract';
import type { KeyStore } from '@countersign/record';

type FoundKey = NonNullable<Awaited<ReturnType<KeyStore['authenticate']>>>;

/** Milliseconds after which another process's change is seen. Changes made in this process are seen at once. */
const FRESH_MS = 1_000;
/** Keys of which the answer is kept. */
const MOST_KEPT = 1_000;

/** Keys whose look-up is kept for a moment: each request with a key asks, and many come right after another. */
export interface KeptKeys extends KeyStore {
  /** Forgets every answer, since who may do what was changed here. */
  forget(): void;
}

/**
 * A {@link KeyStore} that remembers whom it has just let in. A text that was not let in is looked up each time.
 * By the digest of its text, so that no key stands in memory for longer than its request.
 */
export function keepKeys(keys: KeyStore, now: () => number): KeptKeys {
  const kept = new Map<string, { readonly at: number; readonly key: FoundKey }>();
  // What was asked before a change may answer after it, and must not be kept then.
  let changes = 0;
  const forget = () => {
    changes += 1;
    kept.clear();
  };
  return {
    ...keys,
    forget,
    revokeKey: (...args) => keys.revokeKey(...args).finally(forget),
    async authenticate(text) {
      const name = digest(text);
      const known = kept.get(name);
      if (known !== undefined && now() - known.at < FRESH_MS) return known.key;
      const [at, before] = [now(), changes];
      const key = await keys.authenticate(text);
      if (kept.size >= MOST_KEPT) kept.clear();
      if (key !== null && changes === before) kept.set(name, { at, key });
      return key;
    },
  };
}
