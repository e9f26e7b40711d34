import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointSigner, clientConfig, memoryWitness } from '@countersign/record';
import { migrateAuth, openStores, systemPowers, testApp } from '@countersign/server/testing';
import pg from 'pg';
import type { Ask, Finding, Proof } from '../proof.ts';
import { Tally } from '../tally.ts';
import { type ProofDatabase, withDatabase } from '../with-database.ts';
import { fingerprint, tablesOf } from './database-tables.ts';
import { foreignIn } from './foreign-in.ts';
import { type Populated, populate } from './populate.ts';
import { type AllStores, answerOf, missingProbes, probesOf } from './probes.ts';
import { tryRawRole } from './raw-role.ts';
import { tryOwn, tryRoutes, withMessage } from './routes.ts';
import { stripFunctions, stripPool } from './strip-where.ts';

/** Promise 1: a workspace sees and touches its own, also where the application forgets to say which. */
export const tenants: Proof = {
  name: 'tenants',
  promise:
    'No row of a workspace is seen or touched from another one, even with the application’s own conditions taken away.',
  takesCases: false,
  run: (ask): Promise<Finding> => withDatabase((database) => separate(database, ask)),
};

async function separate(on: ProofDatabase, { progress }: Ask): Promise<Finding> {
  const { database } = on;
  await migrateAuth(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'countersign-tenants-'));
  const role = new pg.Client(
    clientConfig({ url: database.url, role: 'countersign_app', password: database.appPassword }),
  );
  const owner = new pg.Client({ connectionString: database.url });
  const tally = new Tally();
  const notes: string[] = [];
  try {
    await Promise.all([role.connect(), owner.connect()]);
    const opened = await openAll(on);
    const pair = await populated(opened, folder, ['heron', 'zebra']);
    // Those who ask leave what they asked for in their own workspace: the second round has people of its own.
    const second = await populated(opened, folder, ['ibis', 'okapi']);
    try {
      progress('two workspaces are filled; asking every store and route');
      await askEverything(opened, pair, owner, tally, '');
      await tryOwn(opened.app, second.foreign, tally);
    } finally {
      await opened.close();
    }
    progress('without the application: every table, as the server’s role');
    notes.push(...(await tryRawRole({ role, owner }, pair.home, pair.foreign, tally)));

    const functions = await stripFunctions(owner);
    const stripped = await openAll(on);
    const conditions = stripPool(stripped.stores.record.pool);
    try {
      progress('again, with every `workspace = $n` taken out of the statements');
      await askEverything(stripped, second, owner, tally, ', stripped');
      if (conditions.statements < 100)
        tally.count('control', 'conditions', `only ${conditions.statements} statements lost one`);
      notes.push(
        `${conditions.statements} statements were sent without their condition, and ${functions.length} functions lost theirs: ${functions.join(', ')}.`,
        await withoutSecurity(stripped, second, owner, tally),
      );
    } finally {
      await stripped.close();
    }
    return {
      cases: tally.cases,
      failures: tally.failures,
      figure: `${tally.failures.length} of ${tally.cases} reach another workspace`,
      notes: [`Cases: ${tally.groups}.`, ...notes],
    };
  } finally {
    await Promise.all([role.end(), owner.end()]);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Opened {
  readonly stores: AllStores;
  readonly app: ReturnType<typeof testApp>;
  readonly problems: string[];
  close(): Promise<void>;
}

async function openAll({ database }: ProofDatabase): Promise<Opened> {
  const stores = await openStores(
    { url: database.url, password: database.appPassword },
    systemPowers(),
  );
  const signer = checkpointSigner(new Uint8Array(32).fill(5), memoryWitness());
  const problems: string[] = [];
  const app = testApp({ stores, signer, report: (what) => problems.push(what) });
  return {
    stores: { ...stores, ledger: stores.ledgerOver(signer) },
    app,
    problems,
    close: () => stores.record.close(),
  };
}

interface Both {
  readonly home: Populated;
  readonly foreign: Populated;
}

async function populated(
  { stores, app }: Opened,
  folder: string,
  [home, foreign]: readonly [string, string],
): Promise<Both> {
  return {
    home: await withMessage(app, await populate(stores, stores.ledger, home, folder)),
    foreign: await withMessage(app, await populate(stores, stores.ledger, foreign, folder)),
  };
}

/** Every store's every method and every route, and whether the other workspace's rows are as they were. */
async function askEverything(
  { stores, app, problems }: Opened,
  { home, foreign }: Both,
  owner: pg.Client,
  tally: Tally,
  how: string,
): Promise<void> {
  const tables = await tablesOf(owner);
  const before = await fingerprint(owner, tables, foreign.workspace);
  const probes = probesOf(stores, home, foreign);
  for (const missing of missingProbes(stores, probes))
    tally.count(`stores${how}`, missing, 'it is a method that nobody tries');
  for (const [store, methods] of Object.entries(probes)) {
    for (const [method, probe] of Object.entries(methods)) {
      if (probe === null) continue;
      const found = foreignIn(await answerOf(probe), foreign);
      tally.count(
        `stores${how}`,
        `${store}.${method}`,
        found === null ? null : `it gives ${found}`,
      );
    }
  }
  await tryRoutes(app, home, foreign, tally, how);
  const after = await fingerprint(owner, tables, foreign.workspace);
  for (const [name, digest] of before)
    tally.count(
      `unchanged${how}`,
      name,
      after.get(name) === digest ? null : 'rows of the other workspace have changed',
    );
  for (const problem of problems) tally.count(`routes${how}`, 'a request failed', problem);
}

/** The control: with row-level security off as well, the same probes must find something, or they are blind. */
async function withoutSecurity(
  { stores }: Opened,
  { home, foreign }: Both,
  owner: pg.Client,
  tally: Tally,
): Promise<string> {
  for (const { name, tenant } of await tablesOf(owner))
    if (tenant)
      await owner.query(
        `alter table ${name} no force row level security; alter table ${name} disable row level security`,
      );
  let seen = 0;
  let asked = 0;
  for (const methods of Object.values(probesOf(stores, home, foreign))) {
    for (const probe of Object.values(methods)) {
      if (probe === null) continue;
      asked += 1;
      // Without the policies a probe may also fail in other ways; only what it sees counts here.
      const answer = await answerOf(probe).catch(() => '');
      if (foreignIn(answer, foreign) !== null) seen += 1;
    }
  }
  tally.count(
    'control',
    'without row-level security',
    seen >= 15 ? null : `only ${seen} probes see something`,
  );
  return `Control: with row-level security switched off as well, ${seen} of ${asked} store probes see the other workspace.`;
}
