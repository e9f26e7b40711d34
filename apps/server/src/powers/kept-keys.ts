import { digest } from '@countersign/contract';
import type { KeyStore } from '@countersign/record';
import { createFresh } from '../path/fresh.ts';

/** Keys whose look-up is kept for a moment: each request with a key asks, and many come right after another. */
export interface KeptKeys extends KeyStore {
  /** Forgets every answer, since who may do what was changed here. */
  forget(): void;
}

/** A text tells of no workspace before it was looked up. */
const ANYWHERE = '';

/**
 * A {@link KeyStore} that remembers whom it has just let in. A text that was not let in is looked up each time.
 * By the digest of its text, so that no key stands in memory for longer than its request.
 */
export function keepKeys(keys: KeyStore, now: () => number): KeptKeys {
  const kept = createFresh<Awaited<ReturnType<KeyStore['authenticate']>>>(
    now,
    (key) => key !== null,
  );
  const forget = () => kept.forget(ANYWHERE);
  return {
    ...keys,
    forget,
    revokeKey: (...args) => keys.revokeKey(...args).finally(forget),
    authenticate: (text) => kept.get(ANYWHERE, digest(text), () => keys.authenticate(text)),
  };
}
