import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './base64.ts';
import { sameBytes } from './merkle.ts';

/** C2SP signed-note signature type of Ed25519. */
const ED25519 = 1;

/** Signature lines that are looked at; a note may have more of no use to us. */
const MOST_SIGNATURES = 16;

/** Who signs a note: a name without spaces and plus signs, and an Ed25519 public key. */
export interface NoteKey {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

/** A key as text (C2SP verifier key): name, key id in hex, base64 of the type and the public key. */
export function verifierKeyText({ name, publicKey }: NoteKey): string {
  const key = concatBytes(Uint8Array.of(ED25519), publicKey);
  return `${name}+${bytesToHex(keyId({ name, publicKey }))}+${toBase64(key)}`;
}

/** The key of a verifier key text, or null where it is none, or its id is another key's. */
export function parseVerifierKey(text: string): NoteKey | null {
  const [, name, id, base64] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  const bytes = base64 === undefined ? null : fromBase64(base64);
  if (name === undefined || id === undefined || bytes?.length !== 33 || bytes[0] !== ED25519)
    return null;
  const key = { name, publicKey: bytes.subarray(1) };
  return sameBytes(keyId(key), hexToBytes(id)) ? key : null;
}

/**
 * Signs a text that ends in a newline.
 *
 * @param seed the Ed25519 private key (RFC 8032), 32 bytes.
 */
export function signNote(text: string, name: string, seed: Uint8Array): string {
  const key = { name, publicKey: ed25519.getPublicKey(seed) };
  const signature = concatBytes(keyId(key), ed25519.sign(utf8ToBytes(text), seed));
  return `${text}\n— ${name} ${toBase64(signature)}\n`;
}

/** The text of a note that this key has signed, or null: nothing of a note may be believed before. */
export function openNote(note: string, key: NoteKey): string | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || !note.isWellFormed()) return null;
  const text = note.slice(0, end + 1);
  const lines = note
    .slice(end + 2, -1)
    .split('\n')
    .slice(0, MOST_SIGNATURES);
  return lines.some((line) => hasSigned(line, text, key)) ? text : null;
}

function hasSigned(line: string, text: string, key: NoteKey): boolean {
  const [, name, base64] = /^— ([^\s+]+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
  const bytes = base64 === undefined ? null : fromBase64(base64);
  if (name !== key.name || bytes?.length !== 68) return false;
  if (!sameBytes(bytes.subarray(0, 4), keyId(key))) return false;
  try {
    // Strict RFC 8032 rather than ZIP 215, so that every verifier agrees.
    return ed25519.verify(bytes.subarray(4), utf8ToBytes(text), key.publicKey, { zip215: false });
  } catch {
    // The library throws for what is not a point of the curve: such a signature is none.
    return false;
  }
}

function keyId({ name, publicKey }: NoteKey): Uint8Array {
  const hashed = concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(ED25519), publicKey);
  return sha256(hashed).subarray(0, 4);
}
