import { type AgentMode, must, NO_RULES } from '@countersign/contract';
import { memoryRecord } from '@countersign/record';
import { afterEach, expect, test } from 'vitest';
import { systemPowers } from '../powers/system.ts';
import { type Said, testWorld, type World } from '../powers/testing/index.ts';

const BOB = 'bob@example.com';
const script: readonly Said[] = [
  { calls: [{ tool: 'test_read', args: { text: 'mail' } }] },
  { calls: [{ tool: 'test_send', args: { to: BOB } }] },
  { text: 'done' },
];

let open: World[] = [];
afterEach(async () => {
  await Promise.all(open.map((world) => world.stop()));
  open = [];
});

/** A world whose agent has a mode, in a workspace that is a sandbox or not. */
async function worldOf(mode: AgentMode, sandbox: boolean): Promise<World> {
  const world = await testWorld({ record: memoryRecord(systemPowers()), script });
  open.push(world);
  const { config, workspace, agent, person } = world;
  await config.putRules(workspace, { ...NO_RULES, sandbox }, person);
  const first = must(await config.version(workspace, agent, 1), 'the world publishes one');
  const definition = { ...first.definition, mode };
  await config.publish(workspace, { ...first, version: 2, definition }, person);
  world.forget();
  return world;
}

/** Starts a run that reads a stranger's mail and writes to Bob, and gives what became of the second call. */
async function sent(world: World, text?: string) {
  const run = await world.start(text);
  await Promise.race([world.until(run, 'ended'), world.until(run, 'parked')]);
  const entries = await world.entries(run);
  const decided = entries.filter(
    ({ leaf, payload }) =>
      leaf.kind === 'call.held' ||
      (leaf.kind === 'call.intent' && JSON.stringify(payload).includes('test.send')),
  );
  return decided.at(-1);
}

test('a record-only agent of a sandbox does what would be held, and the ledger says so', async () => {
  const entry = await sent(await worldOf('record-only', true));
  expect(entry?.leaf.kind).toBe('call.intent');
  expect(entry?.payload).toMatchObject({
    verdict: { mode: 'record-only', waived: [{ pointer: '/to', because: 'unendorsed' }] },
  });
});

test('once the workspace is no sandbox any more, its record-only agents are asked about as any other', async () => {
  const world = await worldOf('record-only', true);
  await world.config.putRules(world.workspace, NO_RULES, world.person);
  world.forget();
  expect((await sent(world))?.leaf.kind).toBe('call.held');
});

test('a strict agent is asked about what the person has named', async () => {
  const text = `please write to ${BOB}`;
  const balanced = await sent(await worldOf('balanced', false), text);
  expect(balanced?.leaf.kind).toBe('call.intent');
  expect((await sent(await worldOf('strict', false), text))?.leaf.kind).toBe('call.held');
});
