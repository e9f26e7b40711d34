import { expect, test } from 'vitest';
import { fakeServer } from '../conformance/fake-server.ts';
import { migrate } from './migrate.ts';

const passwords = { countersign_app: 'a', countersign_broker: 'b', countersign_auth: 'c' };
const powers = { randomBytes: (length: number) => new Uint8Array(length) };

test('a server that is too old is refused before anything is asked of it, with its version', async () => {
  const server = await fakeServer({ number: '140011', version: '14.11', encoding: 'UTF8' });
  await expect(migrate({ url: server.url, passwords, powers })).rejects.toMatchObject({
    code: 'RECORD_DATABASE_TOO_OLD',
    message: 'The database server is PostgreSQL 14.11; use 15 or newer.',
  });
  await server.close();
});
