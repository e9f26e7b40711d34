import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

const ITERATIONS = 4096;

/**
 * A password as Postgres stores it (SCRAM-SHA-256, RFC 5802 and 7677), so that the plain text never reaches
 * the server or its logs.
 *
 * @param password printable ASCII; other text would need SASLprep.
 * @param salt 16 random bytes.
 */
export function scramVerifier(password: string, salt: Uint8Array): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  const salt64 = Buffer.from(salt).toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt64}$${storedKey}:${serverKey}`;
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
