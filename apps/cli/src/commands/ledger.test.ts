import type { EntryInput, RunProof } from '@countersign/contract';
import { checkpointSigner, createLedger, memoryRecord, memoryWitness } from '@countersign/record';
import { beforeAll, expect, test } from 'vitest';
import { machine } from '../testing/machine.ts';
import { wire } from '../testing/some-words.ts';

let disk: Record<string, string>;
let proof: RunProof;
let key: string;
let pieces: { path: string; bytes: string }[];

beforeAll(async () => {
  const powers = { now: () => 5, randomBytes: (length: number) => new Uint8Array(length).fill(7) };
  const record = memoryRecord(powers);
  const entry = (kind: EntryInput['kind'], n: number): EntryInput => ({
    kind,
    run: 'run_1',
    call: null,
    ref: {},
    payload: { n },
  });
  await record.commit({
    workspace: 'ws_1',
    entries: [entry('run.started', 1), entry('run.cancelled', 2)],
  });
  await record.commit({
    workspace: 'ws_1',
    entries: [{ ...entry('policy.changed', 3), run: null }],
  });
  const signer = checkpointSigner(new Uint8Array(32).fill(1), memoryWitness());
  const ledger = createLedger({ store: record.log, signer });
  proof = (await ledger.runProof('ws_1', 'run_1')) as RunProof;
  key = await ledger.verifierKey('ws_1');
  pieces = [];
  for await (const { path, bytes } of ledger.export('ws_1')) {
    pieces.push({ path, bytes: Buffer.from(bytes).toString('base64') });
  }
  disk = { 'proof.json': JSON.stringify(proof), 'key.txt': `${key}\n` };
});

test('a good proof is told so, without a server, and without a key of its own with a warning', async () => {
  const m = machine({ disk, env: {} });
  expect(await m.run('ledger verify proof.json')).toBe(0);
  expect(m.screen).toMatch(/✓ 2 entries of a log of 3: every leaf, payload and signature holds/);
  expect(m.screen).toContain('add --key');
  expect(m.got).toEqual([]);
});

test('with the key, from a file or as text, it is proved', async () => {
  for (const given of ['key.txt', key]) {
    const m = machine({ disk, env: {} });
    expect(await m.run(['ledger', 'verify', 'proof.json', '--key', given])).toBe(0);
    expect(m.screen).not.toContain('add --key');
  }
});

test('a proof that was changed in one place ends with 10 and names it', async () => {
  const changed = disk['proof.json']?.replace('{"n":2}', '{"n":9}') ?? '';
  const m = machine({ disk: { 'proof.json': changed }, env: {} });
  expect(await m.run('ledger verify proof.json')).toBe(10);
  expect(m.screen).toMatch(/✗ .*entry 1.*\[PAYLOAD_CHANGED\]/);
  const json = machine({ disk: { 'proof.json': changed }, env: {} });
  expect(await json.run('ledger verify proof.json --json')).toBe(10);
  expect(JSON.parse(json.screen)).toMatchObject({ findings: [{ index: 1 }] });
});

test('a proof signed by another key ends with 10, and what is no proof is told so', async () => {
  const other = await checkpointSigner(new Uint8Array(32).fill(2), memoryWitness()).verifierKey(
    'ws_1',
  );
  const m = machine({ disk: { ...disk, other: '{"a":1}', text: 'hello' }, env: {} });
  expect(await m.run(['ledger', 'verify', 'proof.json', '--key', other])).toBe(10);
  expect(await m.run('ledger verify other')).toBe(10);
  expect(await m.run('ledger verify text')).toBe(2);
});

test('an export is written piece by piece and holds when it is checked', async () => {
  const says = ({ path }: { path: string }) =>
    path.endsWith('/export')
      ? new Response(pieces.map((piece) => `${JSON.stringify(piece)}\n`).join(''))
      : path.endsWith('/key')
        ? wire({ verifierKey: key })
        : null;
  const m = machine({ says });
  expect(await m.run('ledger export out')).toBe(0);
  expect([...m.disk.keys()]).toContain('out/checkpoint');
  expect(await m.run(['ledger', 'verify', 'out', '--key', key])).toBe(0);
  expect(m.screen).toContain('✓ 3 entries');
  const payloads = m.disk.get('out/payloads.ndjson') ?? new Uint8Array();
  m.disk.set('out/payloads.ndjson', payloads.slice(0, -12));
  expect(await m.run('ledger verify out')).toBe(10);
  expect(await m.run('ledger export out')).toBe(2);
  expect(m.errors).toContain('has something in it');
  expect(await m.run('ledger key')).toBe(0);
  expect(m.screen).toContain(key);
});

test.each(['../evil', '/etc/passwd', 'a/../../b', 'a\\b', '.ssh', 'a//b', ''])(
  'a server cannot have the file %j written',
  async (path) => {
    const line = `${JSON.stringify({ path, bytes: 'aGk=' })}\n`;
    const m = machine({
      says: (got) => (got.path.endsWith('/export') ? new Response(line) : null),
    });
    expect(await m.run('ledger export out')).toBe(2);
    expect(m.disk.size).toBe(0);
  },
);

test('a run’s proof is fetched into a file, or onto the screen', async () => {
  const says = () => wire(proof);
  const file = machine({ says });
  expect(await file.run('ledger proof run_1 -o p.json')).toBe(0);
  expect(await file.run('ledger verify p.json')).toBe(0);
  const screen = machine({ says });
  await screen.run('ledger proof run_1');
  expect(JSON.parse(screen.screen)).toEqual(wire(proof));
});
