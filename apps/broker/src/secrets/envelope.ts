import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { SealedSecret } from '@countersign/contract';

/** The key-encryption key, and the fingerprint it is known by. */
export interface Kek {
  readonly id: string;
  readonly key: KeyObject;
}

/** A sealed value, its parts in base64. */
export type Envelope = Omit<SealedSecret, 'bound'>;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Seals a value: AES-256-GCM under a key of its own, which is wrapped by the key-encryption key in the same way.
 * Both carry `about` as additional data (NIST SP 800-38D): what the envelope belongs to, told as exactly one text.
 * `value` is not kept; zeroing it is the caller's.
 */
export function seal(
  kek: Kek,
  about: string,
  value: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
): Envelope {
  const dataKey = randomBytes(KEY_BYTES);
  const { iv, ciphertext, tag } = encrypt(dataKey, about, value, randomBytes(IV_BYTES));
  const wrappedKey = wrap(kek, about, dataKey, randomBytes);
  dataKey.fill(0);
  return {
    keyId: kek.id,
    wrappedKey,
    iv: base64(iv),
    ciphertext: base64(ciphertext),
    tag: base64(tag),
  };
}

/** The value of an envelope, or null where it does not open: another key, another `about`, or one changed bit. */
export function open(kek: Kek, about: string, envelope: Envelope): Buffer | null {
  const dataKey = unwrap(kek, about, envelope);
  if (dataKey === null) return null;
  const value = decrypt(dataKey, about, {
    iv: Buffer.from(envelope.iv, 'base64'),
    ciphertext: Buffer.from(envelope.ciphertext, 'base64'),
    tag: Buffer.from(envelope.tag, 'base64'),
  });
  dataKey.fill(0);
  return value;
}

function wrap(
  kek: Kek,
  about: string,
  dataKey: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
): string {
  const wrapped = encrypt(kek.key, `key of ${about}`, dataKey, randomBytes(IV_BYTES));
  return base64(Buffer.concat([wrapped.iv, wrapped.ciphertext, wrapped.tag]));
}

function unwrap(kek: Kek, about: string, { keyId, wrappedKey }: Envelope): Buffer | null {
  if (keyId !== kek.id) return null;
  const wrapped = Buffer.from(wrappedKey, 'base64');
  if (wrapped.length !== IV_BYTES + KEY_BYTES + TAG_BYTES) return null;
  return decrypt(kek.key, `key of ${about}`, {
    iv: wrapped.subarray(0, IV_BYTES),
    ciphertext: wrapped.subarray(IV_BYTES, IV_BYTES + KEY_BYTES),
    tag: wrapped.subarray(IV_BYTES + KEY_BYTES),
  });
}

interface Sealed {
  readonly iv: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly tag: Uint8Array;
}

function encrypt(
  key: KeyObject | Uint8Array,
  about: string,
  value: Uint8Array,
  iv: Uint8Array,
): Sealed {
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(about, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(value), cipher.final()]);
  return { iv, ciphertext, tag: cipher.getAuthTag() };
}

function decrypt(key: KeyObject | Uint8Array, about: string, sealed: Sealed): Buffer | null {
  // A shorter tag is easier to forge; a tag of another length is none.
  if (sealed.iv.length !== IV_BYTES || sealed.tag.length !== TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about, 'utf8'));
  decipher.setAuthTag(sealed.tag);
  const value = decipher.update(sealed.ciphertext);
  try {
    decipher.final();
    return value;
  } catch {
    // Not authentic: nothing of it may be used.
    value.fill(0);
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
