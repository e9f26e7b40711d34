import pg from 'pg';
import { expect, inject, test } from 'vitest';

test('a real Postgres answers, and its superuser can make a database for a test', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    const answer = await client.query("select current_setting('is_superuser') as superuser");
    expect(answer.rows).toEqual([{ superuser: 'on' }]);
  } finally {
    await client.end();
  }
});
