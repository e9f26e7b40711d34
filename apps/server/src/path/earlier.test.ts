import type { Explanation, RecordStore } from '@countersign/contract';
import { memoryRecord } from '@countersign/record';
import { afterEach, expect, test } from 'vitest';
import { systemPowers } from '../powers/system.ts';
import { type Act, type Said, testWorld, type World } from '../powers/testing/index.ts';

const call = (tool: string, args: Record<string, string> = {}): Said => ({
  calls: [{ tool, args }],
});
const FIND = call('test_find', { text: 'offsite' });
const READ = call('test_read', { text: 'mail' });
const touch = (item: string) => call('test_touch', { item });
const DONE: Said = { text: 'done' };

const finding: Act = async ({ call: { action, id } }) => ({
  kind: 'done',
  result: action === 'test.find' ? { items: [{ id: '7', name: 'Offsite' }] } : {},
  usage: {},
  sources: [id],
});

let open: World[] = [];
afterEach(async () => {
  await Promise.all(open.map((world) => world.stop()));
  open = [];
});

async function worldOf(record: RecordStore, script: readonly Said[], of?: World): Promise<World> {
  const world = await testWorld({ record, script, act: finding, ...(of ? { of } : {}) });
  open.push(world);
  return world;
}

const fresh = () => memoryRecord(systemPowers());

/** How a run of that script ends, and who vouched for what was touched. */
async function rest(script: readonly Said[]): Promise<string> {
  const world = await worldOf(fresh(), script);
  const run = await world.start();
  await Promise.race([world.until(run, 'ended'), world.until(run, 'parked')]);
  expect(world.problems).toEqual([]);
  return (await world.questions('open')).length > 0 ? 'held' : touchedBy(world, run);
}

async function touchedBy(world: World, run: string): Promise<string> {
  const intents = (await world.entries(run)).filter(
    ({ leaf }) => leaf.kind === 'call.intent' && leaf.ref['action'] === 'test.touch',
  );
  const told = intents.at(-1)?.payload as unknown as { verdict: Explanation } | undefined;
  return told?.verdict.leaves[0]?.endorsedBy ?? 'nobody';
}

test('a record that the agent found before it read strangers may be acted on after, unasked', async () => {
  expect(await rest([FIND, READ, touch('7'), DONE])).toBe('reference');
});

test.each([
  ['an id that no result has', [FIND, READ, touch('8'), DONE]],
  ['an id that stands in what strangers wrote', [READ, touch('7'), DONE]],
  ['a record that was looked for after strangers were read', [READ, FIND, touch('7'), DONE]],
])('%s is asked about', async (_, script) => {
  expect(await rest(script)).toBe('held');
});

test('what was found before a restart is known after it', async () => {
  const record = fresh();
  const first = await worldOf(record, [FIND, READ, touch('8')]);
  const run = await first.start();
  await first.until(run, 'parked');
  await first.stop();
  const [question] = await first.questions('open');
  const second = await worldOf(record, [touch('7'), DONE], first);
  await second.system.runs.answer(
    second.workspace,
    question?.id ?? '',
    { kind: 'deny', reason: 'no' },
    second.person,
  );
  await second.until(run, 'ended');
  expect(await second.questions('open')).toEqual([]);
  expect(await touchedBy(second, run)).toBe('reference');
});
