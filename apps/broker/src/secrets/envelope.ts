import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { Bug, type SealedSecret } from '@countersign/contract';

/** The row a secret stands in. It is bound into the envelope, so that rows cannot be swapped. */
export interface SecretRow {
  readonly workspace: string;
  readonly name: string;
  readonly version: number;
}

/** The key-encryption key, and the fingerprint it is known by. */
export interface Kek {
  readonly id: string;
  readonly key: KeyObject;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Seals a value: AES-256-GCM under a key of its own, which is wrapped by the key-encryption key in the same way.
 * Both carry the row as additional data (NIST SP 800-38D). `value` is not kept; zeroing it is the caller's.
 */
export function seal(
  kek: Kek,
  row: SecretRow,
  value: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
): SealedSecret {
  if (isAmbiguous(row)) throw new Bug('the id of a workspace holds no slash');
  const dataKey = randomBytes(KEY_BYTES);
  const { iv, ciphertext, tag } = encrypt(dataKey, rowText(row), value, randomBytes(IV_BYTES));
  const wrapped = encrypt(kek.key, wrapText(row), dataKey, randomBytes(IV_BYTES));
  dataKey.fill(0);
  return {
    keyId: kek.id,
    wrappedKey: base64(Buffer.concat([wrapped.iv, wrapped.ciphertext, wrapped.tag])),
    iv: base64(iv),
    ciphertext: base64(ciphertext),
    tag: base64(tag),
  };
}

/** The value of a sealed row, or null where it does not open: another key, another row, or one changed bit. */
export function open(kek: Kek, row: SecretRow, sealed: SealedSecret): Buffer | null {
  if (sealed.keyId !== kek.id || isAmbiguous(row)) return null;
  const wrapped = Buffer.from(sealed.wrappedKey, 'base64');
  if (wrapped.length !== IV_BYTES + KEY_BYTES + TAG_BYTES) return null;
  const dataKey = decrypt(kek.key, wrapText(row), {
    iv: wrapped.subarray(0, IV_BYTES),
    ciphertext: wrapped.subarray(IV_BYTES, IV_BYTES + KEY_BYTES),
    tag: wrapped.subarray(IV_BYTES + KEY_BYTES),
  });
  if (dataKey === null) return null;
  const value = decrypt(dataKey, rowText(row), {
    iv: Buffer.from(sealed.iv, 'base64'),
    ciphertext: Buffer.from(sealed.ciphertext, 'base64'),
    tag: Buffer.from(sealed.tag, 'base64'),
  });
  dataKey.fill(0);
  return value;
}

/** A name may hold slashes, since the first part and the last hold none. */
function isAmbiguous({ workspace }: SecretRow): boolean {
  return workspace.includes('/');
}

function rowText({ workspace, name, version }: SecretRow): string {
  return `${workspace}/${name}/${version}`;
}

function wrapText(row: SecretRow): string {
  return `key of ${rowText(row)}`;
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
