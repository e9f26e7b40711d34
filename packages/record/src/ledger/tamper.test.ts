import type { Json, JsonObject, RunProof } from '@countersign/contract';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type ExportFiles, exportFiles, readerOf } from '../conformance/ledger/export-files.ts';
import { appendTo, finishedRun, SEED } from '../conformance/ledger/ledger-rules.ts';
import { WORKSPACE } from '../conformance/record/harness.ts';
import { memoryRecord } from '../memory/store.ts';
import { type Finding, verifyExport, verifyProof } from '../verify/index.ts';
import { createLedger } from './ledger.ts';
import { checkpointSigner, memoryWitness } from './signer.ts';

/** A machine that does much else is slow: milliseconds a test of many exports may take. */
const LONG = 60_000;

let files: ExportFiles;
let proof: RunProof;
let key: string;
let early: string;

beforeAll(async () => {
  let seed = 1;
  const randomBytes = (length: number) =>
    Uint8Array.from({ length }, () => (seed = (seed * 48_271) % 2_147_483_647));
  const store = memoryRecord({ now: () => 1_000, randomBytes });
  const bench = { store, clock: { now: 0 }, harness: { store } as never };
  const ledger = createLedger({
    store: store.log,
    signer: checkpointSigner(SEED, memoryWitness()),
  });
  await finishedRun(bench, 'run_a', { note: 'hello', list: [1, true, null, { deep: 'x' }] });
  await finishedRun(bench, 'run_b');
  early = (await ledger.checkpoint(WORKSPACE)).note;
  await ledger.erase(WORKSPACE, { run: 'run_b' }, 'usr_dpo');
  await appendTo(bench, 262);
  files = await exportFiles(ledger, WORKSPACE);
  key = await ledger.verifierKey(WORKSPACE);
  proof = (await ledger.runProof(WORKSPACE, 'run_a')) as RunProof;
});

async function exportFindings(
  changed: ExportFiles,
  checkpoints: readonly string[] = [],
): Promise<readonly Finding[]> {
  return (await verifyExport(readerOf(changed), { trustedKey: key, checkpoints })).findings;
}

test('an export and a proof that nobody touched have no findings', async () => {
  expect(await exportFindings(files, [early])).toEqual([]);
  expect(verifyProof(proof, key).findings).toEqual([]);
});

test(
  'each flipped bit of an export is found',
  async () => {
    const places = fc.constantFrom(...[...files.keys()].filter((path) => files.get(path)?.length));
    await fc.assert(
      fc.asyncProperty(places, fc.nat(), fc.nat(7), async (path, at, bit) => {
        const bytes = Uint8Array.from(files.get(path) ?? []);
        const place = at % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        expect(await exportFindings(new Map(files).set(path, bytes))).not.toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
  LONG,
);

test(
  'a file that is missing, cut short, grown or swapped for another is found',
  async () => {
    for (const [path, bytes] of files) {
      const without = new Map(files);
      without.delete(path);
      expect(await exportFindings(without), `${path} gone`).not.toEqual([]);
      // Two bytes: the end of the last line alone says nothing.
      const cut = new Map(files).set(path, bytes.subarray(0, -2));
      expect(await exportFindings(cut), `${path} cut`).not.toEqual([]);
      const grown = new Map(files).set(path, Uint8Array.of(...bytes, 0x20));
      expect(await exportFindings(grown), `${path} grown`).not.toEqual([]);
      const other = [...files].find(([name]) => name !== path)?.[1] ?? bytes;
      expect(await exportFindings(new Map(files).set(path, other)), `${path} swapped`).not.toEqual(
        [],
      );
    }
  },
  LONG,
);

test('payloads that are taken away, added, reordered or given to another entry are found', async () => {
  const lines = new TextDecoder().decode(files.get('payloads.ndjson')).split('\n').slice(0, -1);
  const codes = async (changed: readonly string[]) => {
    const bytes = new TextEncoder().encode(changed.map((line) => `${line}\n`).join(''));
    const found = await exportFindings(new Map(files).set('payloads.ndjson', bytes));
    return found.map(({ code }) => code);
  };
  const [first = '', second = '', ...rest] = lines;
  expect(await codes([second, ...rest])).toEqual(['PAYLOAD_MISSING']);
  expect(await codes([second, first, ...rest])).toContain('PAYLOAD_SURPLUS');
  expect(await codes([first, first, second, ...rest])).toEqual(['PAYLOAD_SURPLUS']);
  expect(await codes([first, second.replace('hello', 'hellO'), ...rest])).toContain(
    'PAYLOAD_CHANGED',
  );
  expect(await codes([first.replace('{"index":0', '{"index": 0'), second, ...rest])).toContain(
    'FILE_UNREADABLE',
  );
  // The payload of an entry that was erased, put back.
  expect(await codes([...lines, '{"index":99999,"payload":1,"salt":"00"}'])).toEqual([
    'PAYLOAD_SURPLUS',
  ]);
});

test('an export that was signed by somebody else is not trusted', async () => {
  const store = memoryRecord({ now: () => 1, randomBytes: (length) => new Uint8Array(length) });
  const thief = checkpointSigner(new Uint8Array(32).fill(8), memoryWitness());
  const ledger = createLedger({ store: store.log, signer: thief });
  const bench = { store, clock: { now: 0 }, harness: { store } as never };
  await finishedRun(bench, 'run_a');
  const forged = await exportFiles(ledger, WORKSPACE);
  expect((await exportFindings(forged)).map(({ code }) => code)).toEqual([
    'KEY_OTHER',
    'CHECKPOINT_UNSIGNED',
  ]);
  expect((await verifyExport(readerOf(forged), { trustedKey: null })).keyTrusted).toBe(false);
});

test('an older export is found by a checkpoint that was made before it', async () => {
  const store = memoryRecord({ now: () => 1_000, randomBytes: (length) => new Uint8Array(length) });
  const ledger = createLedger({
    store: store.log,
    signer: checkpointSigner(SEED, memoryWitness()),
  });
  const bench = { store, clock: { now: 0 }, harness: { store } as never };
  await appendTo(bench, 3);
  const old = await exportFiles(ledger, WORKSPACE);
  const later = await exportFindings(old, [early]);
  expect(later.map(({ code }) => code)).toEqual(['CHECKPOINT_AHEAD']);
  await appendTo(bench, 20);
  const rewritten = await exportFindings(await exportFiles(ledger, WORKSPACE), [early]);
  expect(rewritten.map(({ code }) => code)).toEqual(['ROOT_CHANGED']);
});

test(
  'each changed value of a proof is found',
  () => {
    const places = placesOf(proof as unknown as Json);
    expect(places.length).toBeGreaterThan(90);
    const missed = places.filter(
      (path) => verifyProof(changedAt(proof, path), key).findings.length === 0,
    );
    expect(missed).toEqual([]);
  },
  LONG,
);

test(
  'each part of a proof that is taken away or put in is found',
  () => {
    const places = placesOf(proof as unknown as Json)
      .map((path) => path.slice(0, -1))
      .filter((path) => path.length > 0);
    for (const path of places) {
      const without = changedAt(proof, path, () => ({}));
      expect(verifyProof(without, key).findings, path.join('/')).not.toEqual([]);
    }
    const { entries } = proof;
    expect(verifyProof({ ...proof, entries: entries.toReversed() }, key).findings).not.toEqual([]);
    expect(verifyProof({ ...proof, entries: [...entries, ...entries] }, key).findings).not.toEqual(
      [],
    );
    expect(verifyProof({ ...proof, entries: [] }, key).findings).toMatchObject([
      { code: 'PROOF_EMPTY' },
    ]);
    const withoutIntent = entries.filter(({ leaf }) => leaf.kind !== 'call.intent');
    expect(verifyProof({ ...proof, entries: withoutIntent }, key).findings).toMatchObject([
      { code: 'OUTCOME_WITHOUT_INTENT' },
    ]);
  },
  LONG,
);

test('a proof of another workspace or run is not this one', () => {
  const codes = (changed: RunProof) => verifyProof(changed, key).findings.map(({ code }) => code);
  expect(codes({ ...proof, run: 'run_b' })).toContain('PROOF_FOREIGN');
  const other = key.replace(WORKSPACE, 'ws_b');
  expect(codes({ ...proof, verifierKey: other })).toEqual(['KEY_OTHER']);
});

/** Paths of all scalars of a value, and of its empty containers. */
function placesOf(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Object.entries(value as JsonObject);
  if (members.length === 0) return [path];
  return members.flatMap(([name, member]) => placesOf(member, [...path, name]));
}

/** A copy in which one value is another one. */
function changedAt(
  from: RunProof,
  path: readonly string[],
  change: (value: Json) => Json = other,
): RunProof {
  const copy = structuredClone(from) as unknown as Record<string, Json>;
  let here = copy;
  for (const name of path.slice(0, -1)) here = here[name] as Record<string, Json>;
  const last = path.at(-1) ?? '';
  here[last] = change(here[last] ?? null);
  return copy as unknown as RunProof;
}

function other(value: Json): Json {
  switch (typeof value) {
    case 'string':
      return value === ''
        ? 'x'
        : value.slice(0, -2) + (value.at(-2) === 'A' ? 'B' : 'A') + value.slice(-1);
    case 'number':
      return value + 1;
    case 'boolean':
      return !value;
    default:
      return value === null ? 'x' : [1];
  }
}
