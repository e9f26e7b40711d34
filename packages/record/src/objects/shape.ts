import type { Label } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { assertFits, assertStorable, jsonOf } from '../config/storable.ts';

/** Bytes an object may have. */
export const MAX_OBJECT_BYTES = 50 * 1024 * 1024;

/** What is put: bytes with what is said of them. */
export interface ObjectDraft {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly label: Label;
  readonly by: string;
}

/** Refuses an object that is too large or cannot be named. @throws faults `RECORD_LIMIT_EXCEEDED`, `RECORD_VALUE_UNSTORABLE`. */
export function assertObject({ name, mediaType, bytes, label, by }: ObjectDraft): void {
  assertFits(name, 1000, "The object's name");
  assertFits(mediaType, 200, "The object's media type");
  assertStorable(jsonOf({ label, by }), "The object's label");
  if (bytes.length <= MAX_OBJECT_BYTES) return;
  throw storeFault('RECORD_LIMIT_EXCEEDED', {
    message: `The object has ${bytes.length} bytes, and at most ${MAX_OBJECT_BYTES} are kept; make it smaller or split it.`,
    details: { bytes: bytes.length, maxBytes: MAX_OBJECT_BYTES },
  });
}
