import { label } from '@countersign/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realPowers } from '../conformance/test-database.ts';
import { memoryRecord } from '../memory/store.ts';
import { memoryStoreConformance } from './conformance.ts';
import { createMemoryMemoryStore } from './memory.ts';

const clock = { now: 1_800_000_000_000 };
const powers = { now: () => clock.now, randomBytes: realPowers.randomBytes };
const record = memoryRecord(powers);
const store = createMemoryMemoryStore(record, powers);

memoryStoreConformance('the memory memory store', {
  store: () => store,
  record: () => record,
  clock,
});

const draft = { person: 'usr_1', agent: 'agt_1', run: 'run_1', supersedes: null, days: 1 };
let calls = 0;

async function write(
  ws: string,
  text: string,
  sources: readonly string[],
  supersedes: string | null,
) {
  const call = `run_1.${++calls}`;
  const about = { ...draft, text, call, supersedes, label: label('untrusted', 'public', sources) };
  const written = await store.write(ws, about, call);
  if (written.kind !== 'written') throw new Error(written.kind);
  return written.item.id;
}

test('a rollback takes all descendants and nothing else, however memories derive from each other', async () => {
  const node = fc.record({
    reads: fc.array(fc.nat(30), { maxLength: 4 }),
    /** Whether it has the source itself. */
    poisoned: fc.boolean(),
    replaces: fc.boolean(),
  });
  let graphs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 30 }), async (nodes) => {
      const ws = `ws_graph_${++graphs}`;
      const ids: string[] = [];
      const derived = new Set<string>();
      const replaced = new Set<string>();
      for (const [at, { reads, poisoned, replaces }] of nodes.entries()) {
        const read = reads.filter((one) => one < at).map((one) => ids[one] ?? '');
        const first = read[0] ?? null;
        const old = replaces && first !== null && !replaced.has(first) ? first : null;
        if (old !== null) replaced.add(old);
        const sources = [
          ...read.filter((one) => one !== old).map((one) => `${one}#/items/*/id`),
          poisoned && at % 3 === 0 ? 'mail:1#/text' : 'mail:2#/text',
        ];
        const id = await write(ws, `memory ${at}`, sources, old);
        if ((poisoned && at % 3 === 0) || read.some((one) => derived.has(one))) derived.add(id);
        ids.push(id);
      }
      const wish = { source: 'mail:1', person: null };
      const plan = await store.rollbackPlan(ws, wish);
      expect(new Set(plan.items.map(({ id }) => id))).toEqual(derived);
      expect(plan.untold).toEqual([]);
      await store.rollBack(ws, wish, [...derived], 'usr_1');
      const left = (await store.memories(ws, { person: null, limit: 100 })).items.filter(
        ({ status }) => status !== 'rolled-back',
      );
      expect(new Set(left.map(({ id }) => id))).toEqual(
        new Set(ids.filter((id) => !derived.has(id))),
      );
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('a place takes 500 memories that wait, and they keep no clean one out', async () => {
  for (let n = 0; n < 500; n++) await write('ws_full', `${n}`, [], null);
  const about = { ...draft, text: 'more', call: 'run_1.x' };
  const waiting = { ...about, label: label('untrusted') };
  expect(await store.write('ws_full', waiting, 'over')).toEqual({ kind: 'full' });
  expect(
    await store.write('ws_full', { ...about, label: label('principal') }, 'clean'),
  ).toMatchObject({ kind: 'written' });
});
