import { timingSafeEqual } from 'node:crypto';
import { digest, type IdPowers, isId, newId, type Sha256 } from '@countersign/contract';

/** A key's text in its parts: `cs_<id without prefix>_<64 hex digits>`. */
export interface KeyText {
  readonly id: string;
  readonly secret: string;
}

/** A new key: an id, and a secret of 256 random bits. */
export function newKeyText(powers: IdPowers): KeyText {
  return { id: newId('key', powers), secret: Buffer.from(powers.randomBytes(32)).toString('hex') };
}

/** The text a person keeps. */
export function formatKey({ id, secret }: KeyText): string {
  return `cs_${id.slice('key_'.length)}_${secret}`;
}

/** The parts of a text that has the form of a key, or null. The text is attacker-controlled. */
export function parseKey(text: string): KeyText | null {
  const match = /^cs_([0-9a-z]{26})_([0-9a-f]{64})$/.exec(text);
  if (match === null) return null;
  const id = `key_${match[1]}`;
  return isId('key', id) ? { id, secret: match[2] ?? '' } : null;
}

/** What is kept of a secret. */
export function secretHash(secret: string): Sha256 {
  return digest(secret);
}

/** Whether a secret is the one whose hash was kept; takes as long for a near miss as for a far one. */
export function isSecret(secret: string, hash: Sha256): boolean {
  const given = Buffer.from(secretHash(secret), 'hex');
  const kept = Buffer.from(hash, 'hex');
  return given.length === kept.length && timingSafeEqual(given, kept);
}
