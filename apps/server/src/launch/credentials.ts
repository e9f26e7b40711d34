import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { fault } from './errors.ts';
import { writeWhole } from './write-whole.ts';

const password = z.string().min(20);

/** What the database roles sign in with. Made once; only its owner can read the file. */
const credentialsSchema = z.object({
  /** Of our own Postgres's superuser. */
  superuser: password,
  countersign_app: password,
  countersign_broker: password,
});
export type Credentials = z.infer<typeof credentialsSchema>;

/**
 * The passwords of the data folder, made on the first start.
 * @throws fault `LAUNCH_DATA_DAMAGED`
 */
export function readCredentials(path: string): Credentials {
  if (!existsSync(path)) {
    const fresh = () => randomBytes(24).toString('base64url');
    const made = {
      superuser: fresh(),
      countersign_app: fresh(),
      countersign_broker: fresh(),
    };
    writeWhole(path, `${JSON.stringify(made, null, 2)}\n`);
    return made;
  }
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The cause is left out: it may quote what stands in the file.
    throw fault('LAUNCH_DATA_DAMAGED', {
      message: `${path}, which holds the passwords of the database, cannot be read. Restore it from a backup.`,
    });
  }
}

/** The key that signs people's sessions, made on the first start. */
export function readSessionKey(path: string): string {
  if (!existsSync(path)) writeWhole(path, randomBytes(32).toString('base64url'));
  const key = readFileSync(path, 'utf8').trim();
  if (key.length >= 32) return key;
  throw fault('LAUNCH_DATA_DAMAGED', {
    message: `${path}, which signs sessions, is not whole. Restore it from a backup, or remove it and let everybody sign in again.`,
  });
}
