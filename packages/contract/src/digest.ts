import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonical } from './canonical.ts';
import type { Json } from './json.ts';

/** A SHA-256 digest in lower-case hex, 64 characters. */
export type Sha256 = string;

/** SHA-256 of bytes, or of a string's UTF-8 form. */
export function digest(data: Uint8Array | string): Sha256 {
  return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data));
}

/** SHA-256 of a value's canonical JSON (RFC 8785). Throws TypeError where {@link canonical} does. */
export function digestJson(value: Json): Sha256 {
  return digest(canonical(value));
}

/**
 * The hash that stands in the ledger for a payload kept beside it: SHA-256(salt || canonical JSON).
 * The salt is 16 random bytes in hex; once it is erased the hash tells nothing about the payload.
 */
export function saltedDigest(salt: string, payload: Json): Sha256 {
  const text = utf8ToBytes(canonical(payload));
  const saltBytes = hexToBytes(salt);
  const joined = new Uint8Array(saltBytes.length + text.length);
  joined.set(saltBytes);
  joined.set(text, saltBytes.length);
  return bytesToHex(sha256(joined));
}
