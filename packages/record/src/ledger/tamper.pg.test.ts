import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { appendTo, finishedRun, SEED } from '../conformance/ledger/ledger-rules.ts';
import { heldRun, WORKSPACE } from '../conformance/record/harness.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { type PostgresRecord, postgresRecord } from '../postgres/store.ts';
import { verifyProof } from '../verify/index.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { checkpointSigner, memoryWitness } from './signer.ts';

let database: TestDatabase;
let store: PostgresRecord;
let ledger: Ledger;

beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  const { url, passwords } = database;
  const powers = { ...realPowers, pause: async () => undefined };
  store = await postgresRecord({ url, password: passwords.countersign_app, powers });
});
beforeEach(async () => {
  await database.empty();
  ledger = createLedger({ store: store.log, signer: checkpointSigner(SEED, memoryWitness()) });
  const bench = { store, clock: { now: 0 }, harness: { store } as never };
  await finishedRun(bench, 'run_a');
  await appendTo(bench, 530);
  await ledger.checkpoint(WORKSPACE);
  await heldRun(store, 'run_b');
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** A new hash of an edited leaf, as somebody would write it who knows how. */
const REHASH = "leaf_hash = sha256('\\x00'::bytea || convert_to(leaf, 'UTF8'))";

/** The head that the entries give, written anew. */
const REWIND = `do $$
declare v_entries record;
begin
  create temp table kept on commit drop as select leaf, payload, salt, run from log_entry order by index;
  delete from log_entry; delete from log_node; delete from log_head;
  perform record_commit('ws_a', jsonb_build_array(jsonb_build_object('n', count(*), 'time', 1)),
    array_agg(leaf), array_agg(payload), array_agg(encode(salt, 'hex')), array_agg(run), '{}', false) from kept;
end $$`;

test.each<[what: string, statement: string, codes: readonly string[]]>([
  [
    'a leaf',
    `update log_entry set leaf = replace(leaf, 'http.request', 'mail.delete') where index = 0`,
    ['LEAF_CHANGED'],
  ],
  [
    'a leaf that is no leaf any more',
    `update log_entry set leaf = '{}' where index = 7`,
    ['LEAF_UNREADABLE'],
  ],
  [
    'a leaf and its hash',
    `update log_entry set leaf = replace(leaf, 'http.request', 'x'), ${REHASH.replaceAll('leaf,', "replace(leaf, 'http.request', 'x'),")} where index = 0`,
    ['ROOT_CHANGED', 'HEAD_CHANGED', 'NODE_CHANGED'],
  ],
  [
    'a stored hash',
    `update log_entry set leaf_hash = sha256('x') where index = 9`,
    ['LEAF_CHANGED'],
  ],
  [
    'a payload',
    `update log_entry set payload = '{"text":"y"}' where index = 0`,
    ['PAYLOAD_CHANGED'],
  ],
  [
    'the form of a payload alone',
    `update log_entry set payload = payload || ' ' where index = 0`,
    ['PAYLOAD_CHANGED'],
  ],
  [
    'a salt',
    `update log_entry set salt = decode(md5('x'), 'hex') where index = 0`,
    ['PAYLOAD_CHANGED'],
  ],
  [
    'a salt that is taken away',
    `update log_entry set salt = null where index = 0`,
    ['PAYLOAD_CHANGED'],
  ],
  [
    'a payload that is taken away',
    `update log_entry set payload = null, salt = null where index = 5`,
    ['PAYLOAD_MISSING', 'ERASURE_CHANGED'],
  ],
  [
    'a payload that is erased unsaid',
    `update log_entry set payload = null, salt = null, erased = true where index = 5`,
    ['PAYLOAD_MISSING'],
  ],
  ['a mark of erasure', `update log_entry set erased = true where index = 5`, ['ERASURE_CHANGED']],
  ['the run of an entry', `update log_entry set run = 'run_b' where index = 1`, ['RUN_CHANGED']],
  [
    'an entry that is deleted',
    `delete from log_entry where index = 300`,
    ['ENTRY_MISSING', 'ROOT_CHANGED'],
  ],
  [
    'the first entry, deleted',
    `delete from log_entry where index = 0`,
    ['ENTRY_MISSING', 'ROOT_CHANGED'],
  ],
  [
    'the last entries, deleted',
    `delete from log_entry where index >= 529`,
    ['HEAD_CHANGED', 'CHECKPOINT_AHEAD', 'RUN_AHEAD'],
  ],
  [
    'an entry that is put in at the end',
    `insert into log_entry (workspace, index, leaf, leaf_hash) select workspace, 531, leaf, leaf_hash from log_entry where index = 3`,
    ['HEAD_CHANGED'],
  ],
  [
    'an entry that is put in far off',
    `insert into log_entry (workspace, index, leaf, leaf_hash) select workspace, 9000, leaf, leaf_hash from log_entry where index = 3`,
    ['ENTRY_MISSING', 'HEAD_CHANGED'],
  ],
  [
    'two entries that change places',
    `update log_entry set index = case index when 20 then 1000020 else 1000021 end where index in (20, 21); update log_entry set index = case index when 1000020 then 21 else 20 end where index > 1000000`,
    ['ROOT_CHANGED', 'NODE_CHANGED'],
  ],
  [
    'an entry that is moved to another workspace',
    `update log_entry set workspace = 'ws_b' where index = 40`,
    ['ENTRY_MISSING'],
  ],
  ['the size of the head', `update log_head set size = size + 1`, ['HEAD_CHANGED']],
  ['the frontier of the head', `update log_head set frontier[2] = sha256('x')`, ['HEAD_CHANGED']],
  ['a head that is deleted', `delete from log_head`, ['HEAD_CHANGED', 'WITNESS_REFUSED']],
  [
    'a hash of the tree',
    `update log_node set hash = sha256('x') where index = 0 and level = 1`,
    ['NODE_CHANGED'],
  ],
  ['a hash of the tree that is deleted', `delete from log_node where index = 1`, ['NODE_MISSING']],
  [
    'a hash of the tree that is put in',
    `insert into log_node values ('ws_a', 1, 2, sha256('x'))`,
    ['NODE_SURPLUS'],
  ],
  [
    'the root of a checkpoint',
    `update log_checkpoint set root = sha256('x')`,
    ['CHECKPOINT_CHANGED'],
  ],
  ['the size of a checkpoint', `update log_checkpoint set size = size - 1`, ['CHECKPOINT_CHANGED']],
  [
    'the note of a checkpoint',
    `update log_checkpoint set note = replace(note, '530', '529')`,
    ['CHECKPOINT_UNSIGNED'],
  ],
  [
    'a run that has lost its last entry, with a head to match',
    `delete from log_entry where index = 530; ${REWIND}`,
    ['RUN_AHEAD'],
  ],
  [
    'a log that is cut short below a checkpoint, with a head to match',
    `delete from log_entry where index >= 400; update run set last_index = 3; ${REWIND}`,
    ['CHECKPOINT_AHEAD', 'WITNESS_REFUSED'],
  ],
  [
    'a log that is rewritten by somebody who knows how',
    `update log_entry set leaf = replace(leaf, 'http.request', 'mail.delete') where index = 0; ${REWIND}`,
    ['ROOT_CHANGED', 'WITNESS_REFUSED'],
  ],
  [
    'a log that is rewritten, with its checkpoints gone',
    `update log_entry set leaf = replace(leaf, 'http.request', 'mail.delete') where index = 0; ${REWIND}; delete from log_checkpoint`,
    ['WITNESS_REFUSED'],
  ],
  [
    'a log that is emptied',
    `delete from log_entry; delete from log_node; delete from log_head; delete from log_checkpoint; delete from run`,
    ['WITNESS_REFUSED'],
  ],
])('an audit finds what was changed: %s', async (_, statement, codes) => {
  expect(await ledger.audit(WORKSPACE)).toEqual({ size: 531, findings: [] });
  await database.admin.query(`begin; ${statement}; commit`);
  const { findings } = await ledger.audit(WORKSPACE);
  expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
});

test('a log that was rewritten is not signed, whoever asks', async () => {
  await database.admin.query(
    `begin; update log_entry set leaf = replace(leaf, 'http.request', 'mail.delete') where index = 0; ${REWIND}; commit`,
  );
  await expect(ledger.checkpoint(WORKSPACE)).rejects.toMatchObject({ code: 'LEDGER_ROLLED_BACK' });
});

test('the proof of a run in a log of ten thousand holds, and reads no more of the log than it needs', async () => {
  const bench = { store, clock: { now: 0 }, harness: { store } as never };
  for (const size of [3_000, 6_000, 9_000]) await appendTo(bench, size);
  await finishedRun(bench, 'run_c');
  await appendTo(bench, 10_000);
  const proof = await ledger.runProof(WORKSPACE, 'run_c');
  const report = proof && verifyProof(proof, await ledger.verifierKey(WORKSPACE));
  expect(report).toMatchObject({ findings: [], size: 10_000, entries: 5 });
  let read = 0;
  const counting: typeof store.log = {
    ...store.log,
    read: (workspace, work) =>
      store.log.read(workspace, (view) =>
        work({
          ...view,
          hashes: async (level, from, to) => {
            read += to - from;
            return view.hashes(level, from, to);
          },
        }),
      ),
  };
  const again = createLedger({ store: counting, signer: checkpointSigner(SEED, memoryWitness()) });
  await again.runProof(WORKSPACE, 'run_c');
  // Three tiles: the run's own, the last one, and the one above both.
  expect(read).toBeLessThanOrEqual(3 * 256);
});
