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
  countersign_auth: password,
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** A file that was made before sign-in had a role of its own. */
const olderSchema = credentialsSchema.partial({ countersign_auth: true });

/**
 * The passwords of the data folder, made on the first start; one that an older version had no role for is added.
 * @throws fault `LAUNCH_DATA_DAMAGED`
 */
export function readCredentials(path: string): Credentials {
  const fresh = () => randomBytes(24).toString('base64url');
  const keep = (made: Credentials) => {
    writeWhole(path, `${JSON.stringify(made, null, 2)}\n`);
    return made;
  };
  if (!existsSync(path)) {
    return keep({
      superuser: fresh(),
      countersign_app: fresh(),
      countersign_broker: fresh(),
      countersign_auth: fresh(),
    });
  }
  try {
    const found = olderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const { countersign_auth } = found;
    return countersign_auth === undefined
      ? keep({ ...found, countersign_auth: fresh() })
      : { ...found, countersign_auth };
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
