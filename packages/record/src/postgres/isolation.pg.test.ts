import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { committed, entry, limited, WORKSPACE } from '../conformance/record/harness.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { createLedger } from '../ledger/ledger.ts';
import { checkpointSigner, memoryWitness } from '../ledger/signer.ts';
import { commitWithin } from './commit-within.ts';
import { rolePool } from './pool.ts';
import { type PostgresRecord, postgresRecord } from './store.ts';
import { inWorkspace } from './tenant.ts';

const LEVELS = ['repeatable read', 'serializable'] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
});
afterAll(() => database.drop());

/** What an operator, or a hosting provider, may have set for everything that uses the database. */
async function preset(level: string): Promise<void> {
  await database.admin.query(
    `do $$ begin execute format('alter database %I set default_transaction_isolation = ''${level}''', current_database()); end $$`,
  );
}

function record(): Promise<PostgresRecord> {
  const { url, passwords } = database;
  const powers = { ...realPowers, pause: async () => undefined };
  return postgresRecord({ url, password: passwords.countersign_app, powers });
}

test.each(LEVELS)(
  'commits of two processes take turns where the database presets %s',
  async (level) => {
    await database.empty();
    await preset(level);
    const [one, other] = [await record(), await record()];
    await committed(one, limited('workspace:ws_a', { calls: 60 }));
    const reserve = [{ accounts: ['workspace:ws_a'], amounts: { calls: 1 } }];
    const answers: { kind: string }[] = [];
    for (let round = 0; round < 10; round++) {
      const commits = [one, other, one, other, one, other, one, other].map((store) =>
        store.commit({ workspace: WORKSPACE, entries: [entry('policy.changed', null)], reserve }),
      );
      answers.push(...(await Promise.all(commits)));
    }
    expect(answers.filter(({ kind }) => kind === 'committed')).toHaveLength(60);
    expect(answers.filter(({ kind }) => kind === 'exhausted')).toHaveLength(20);
    expect(await one.reader.account(WORKSPACE, 'workspace:ws_a')).toMatchObject({
      reserved: { calls: 60 },
    });
    const signer = checkpointSigner(new Uint8Array(32).fill(7), memoryWitness());
    const ledger = createLedger({ store: one.log, signer });
    expect(await ledger.audit(WORKSPACE)).toEqual({ size: 61, findings: [] });
    await Promise.all([one.close(), other.close()]);
  },
);

test.each(LEVELS)(
  'changes beside a commit take turns where the session is set to %s',
  async (level) => {
    await database.empty();
    const password = database.passwords.countersign_app;
    const pool = rolePool({ url: database.url, role: 'countersign_app', password, max: 4 });
    pool.on(
      'connect',
      (client) => void client.query(`set default_transaction_isolation = '${level}'`),
    );
    const commit = { workspace: WORKSPACE, entries: [entry('policy.changed', null)] };
    const changes = Array.from({ length: 20 }, () =>
      inWorkspace(pool, WORKSPACE, (tenant) => commitWithin(tenant, realPowers, commit)),
    );
    expect((await Promise.all(changes)).every(({ kind }) => kind === 'committed')).toBe(true);
    await pool.end();
  },
);
