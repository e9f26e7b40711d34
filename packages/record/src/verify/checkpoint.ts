import type { Checkpoint, Sha256 } from '@countersign/contract';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './base64.ts';
import { type NoteKey, openNote } from './note.ts';

/** The origin of a workspace's log: also the name of the key that signs it. */
export function originOf(workspace: string): string {
  return `countersign/${workspace}`;
}

/** The workspace whose log an origin names. */
export function workspaceOfOrigin(origin: string): string {
  return origin.replace(/^countersign\//, '');
}

/** The text of a checkpoint (C2SP tlog-checkpoint): origin, size, root. */
export function checkpointText(origin: string, size: number, root: Sha256): string {
  return `${origin}\n${size}\n${toBase64(hexToBytes(root))}\n`;
}

/** The checkpoint of a note that this key has signed under its own name, or null. */
export function openCheckpoint(note: string, key: NoteKey): Checkpoint | null {
  const text = openNote(note, key);
  const [, origin, digits, base64] = /^([^\n]+)\n(0|[1-9]\d*)\n([^\n]+)\n/.exec(text ?? '') ?? [];
  const size = Number(digits);
  const root = base64 === undefined ? null : fromBase64(base64);
  if (origin !== key.name || !Number.isSafeInteger(size) || root?.length !== 32) return null;
  return { origin, size, root: bytesToHex(root), note };
}
