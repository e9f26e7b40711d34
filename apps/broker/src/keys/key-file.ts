import { createHash, createSecretKey } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brokerFault } from '../errors.ts';
import type { Kek } from '../secrets/envelope.ts';
import { createPrivate, readPrivate, replacePrivate } from './private-file.ts';

/** What a key file begins with, so that a wrong file is told from a wrong key. */
const MARK = 'countersign-kek-1';
const KEY_BYTES = 32;

/** What the key is known by where it must not be. */
export interface KeyPowers {
  randomBytes(length: number): Uint8Array;
  /** The id of a key that sealed some secret in the database, or null where there is no secret. */
  sealedWith(): Promise<string | null>;
}

/**
 * The key-encryption key of a folder: `kek.key`, made on the first start, with its fingerprint beside it.
 * No key is made where there are secrets that another one sealed.
 *
 * @throws faults `BROKER_KEY_WRONG`, `BROKER_KEY_MISSING`, `BROKER_KEY_EXPOSED`
 */
export async function openKeyFile(folder: string, powers: KeyPowers): Promise<Kek> {
  const paths = { key: join(folder, 'kek.key'), id: join(folder, 'kek.id') };
  const [text, knownId] = await Promise.all([readPrivate(paths.key), readPrivate(paths.id)]);
  const sealedId = await powers.sealedWith().catch((error: unknown) => {
    // A database that is down must not keep us from starting with the key we have, but no key is made blindly.
    if (text === null) throw error;
    return null;
  });
  const expected = [knownId?.trim() ?? null, sealedId].filter((id) => id !== null);
  if (text === null) {
    if (expected.length > 0) throw brokerFault('BROKER_KEY_MISSING', about(paths.key));
    return makeKey(paths, powers.randomBytes(KEY_BYTES));
  }
  await demandPrivate(paths.key);
  const kek = parse(text, paths.key);
  if (expected.some((id) => id !== kek.id)) throw brokerFault('BROKER_KEY_WRONG', about(paths.key));
  if (knownId === null) await replacePrivate(paths.id, `${kek.id}\n`);
  return kek;
}

async function makeKey(
  paths: { readonly key: string; readonly id: string },
  bytes: Uint8Array,
): Promise<Kek> {
  const kek = kekOf(bytes);
  await createPrivate(paths.key, `${MARK} ${Buffer.from(bytes).toString('base64')}\n`);
  await replacePrivate(paths.id, `${kek.id}\n`);
  bytes.fill(0);
  return kek;
}

function parse(text: string, path: string): Kek {
  const [mark, base64 = '', ...rest] = text.trim().split(' ');
  const bytes = Buffer.from(base64, 'base64');
  if (mark !== MARK || rest.length > 0 || bytes.length !== KEY_BYTES)
    throw brokerFault('BROKER_KEY_WRONG', {
      message: `${path} is not a whole key file. Put the right one back from a backup.`,
    });
  const kek = kekOf(bytes);
  bytes.fill(0);
  return kek;
}

/** The key lives in OpenSSL's memory from here on. Its id says nothing of it: the key has 256 bits of chance. */
function kekOf(bytes: Uint8Array): Kek {
  const id = createHash('sha256').update('countersign kek id\n').update(bytes).digest('hex');
  return { id: id.slice(0, 32), key: createSecretKey(bytes) };
}

async function demandPrivate(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0)
    throw brokerFault('BROKER_KEY_EXPOSED', {
      message: `${path} can be read by others than its owner. Run \`chmod 600\` on it, then start again.`,
    });
}

function about(path: string) {
  return { details: { file: path } };
}
