import type { Checkpoint } from '@countersign/contract';
import { openCheckpoint, parseVerifierKey } from '@countersign/record/verify';

/** Whether a checkpoint's note is signed by a key, and says what the server says of it. */
export function isSigned(checkpoint: Checkpoint, verifierKey: string): boolean {
  const key = parseVerifierKey(verifierKey);
  const opened = key && openCheckpoint(checkpoint.note, key);
  return opened?.size === checkpoint.size && opened.root === checkpoint.root;
}
