import { digestJson, type Json, type Sha256 } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { assertFits, assertStorable } from '../config/storable.ts';

/** Bytes an idempotency key may have; a call's id has about 40. */
const MAX_KEY_BYTES = 200;

/**
 * Digest of all that decides what a keyed write does: another request under a used key is refused.
 *
 * @throws fault `RECORD_VALUE_UNSTORABLE` where the request has no canonical form.
 */
export function requestDigest(key: string, request: Json): Sha256 {
  assertFits(key, MAX_KEY_BYTES, 'The idempotency key');
  assertStorable(request, 'The request');
  return digestJson(request);
}

/** Refuses a key that was used for another request. @throws fault `RECORD_KEY_REUSED`. */
export function assertSameRequest(then: Sha256, now: Sha256, key: string): void {
  if (then !== now) throw storeFault('RECORD_KEY_REUSED', { details: { key } });
}
