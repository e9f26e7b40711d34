import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { brokerFault } from '../errors.ts';
import { createPrivate, isCode, readPrivate } from '../keys/private-file.ts';
import { type Kek, open, seal } from '../secrets/envelope.ts';

const SEED_BYTES = 32;

/** What the key is sealed as. No secret is: what they are sealed as is JSON. */
const ABOUT = 'broker/checkpoint-signing-key/1';

const fileSchema = z.object({
  v: z.literal(1),
  sealed: z.object({
    keyId: z.string(),
    wrappedKey: z.string(),
    iv: z.string(),
    ciphertext: z.string(),
    tag: z.string(),
  }),
});

/**
 * The seed of the Ed25519 key that signs checkpoints: made on the first start, sealed under the key-encryption key
 * in `signer.json`. No new one is made where checkpoints were signed before: nobody could verify across it.
 *
 * @throws faults `BROKER_KEY_WRONG`, `BROKER_KEY_MISSING`
 */
export async function openSigningKey(
  folder: string,
  kek: Kek,
  randomBytes: (length: number) => Uint8Array,
): Promise<Uint8Array> {
  const path = join(folder, 'signer.json');
  const text = await readPrivate(path);
  if (text !== null) return unsealed(text, kek, path);
  if (await hasWitnessed(join(folder, 'witness'))) {
    throw brokerFault('BROKER_KEY_MISSING', {
      message: `${path} is gone, and checkpoints were signed with it. Put it back from a backup.`,
    });
  }
  const seed = randomBytes(SEED_BYTES);
  const sealed = { ...seal(kek, ABOUT, seed, randomBytes) };
  await createPrivate(path, `${JSON.stringify({ v: 1, sealed })}\n`);
  return seed;
}

function unsealed(text: string, kek: Kek, path: string): Uint8Array {
  const file = fileSchema.safeParse(parseJson(text));
  const seed = file.success ? open(kek, ABOUT, file.data.sealed) : null;
  if (seed !== null && seed.length === SEED_BYTES) return seed;
  throw brokerFault('BROKER_KEY_WRONG', {
    message: `${path} does not open with this key file. Put back the two that belong together.`,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function hasWitnessed(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}
