import { must } from '@countersign/contract';
import { DEFAULT_POLICIES } from '@countersign/gateway';
import { memoryRecord } from '@countersign/record';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemPowers } from '../powers/system.ts';
import { type Said, testWorld, type World } from '../powers/testing/index.ts';

const BOB = 'bob@example.com';
const script: readonly Said[] = [
  { calls: [{ tool: 'test_read', args: { text: 'mail' } }] },
  { calls: [{ tool: 'test_send', args: { to: BOB } }] },
  { text: 'done' },
];
const NO_SENDING = `${DEFAULT_POLICIES}
@id("no-sending") forbid (principal, action == Action::"send", resource);`;

let open: World[] = [];
afterEach(async () => {
  await Promise.all(open.map((world) => world.stop()));
  open = [];
});

// Cedar and the compilers of schemas are loaded by the first run of a process.
beforeAll(async () => void (await ran(await worldOf())), 30_000);

async function worldOf(): Promise<World> {
  const world = await testWorld({ record: memoryRecord(systemPowers()), script });
  open.push(world);
  return world;
}

/** A run that reads a stranger's mail and is held at writing to Bob, unless the person named him. */
async function ran(world: World, text?: string): Promise<string> {
  const run = await world.start(text);
  await Promise.race([world.until(run, 'ended'), world.until(run, 'parked')]);
  return run;
}

const NAMED = `please write to ${BOB}`;

describe('a simulation', () => {
  test('with the policies in force makes every decision as it was, and changes nothing', async () => {
    const world = await worldOf();
    const [one, two] = [await ran(world), await ran(world, NAMED)];
    const before = [...(await world.entries(one)), ...(await world.entries(two))].length;
    const found = await world.system.simulate(world.workspace, { cedar: DEFAULT_POLICIES });
    // Two model calls, a read and a held send; three model calls, a read and a send.
    expect(found).toMatchObject({
      ...{ runs: 2, calls: 9, changed: 0, uncertain: 0, leftOut: 0, next: null },
      recorded: { allowed: 8, held: 1, refused: 0 },
      would: { allowed: 8, held: 1, refused: 0 },
      ...{ differences: [], unsaid: [] },
    });
    const after = [...(await world.entries(one)), ...(await world.entries(two))].length;
    expect(after).toBe(before);
    expect(await world.config.policyVersions(world.workspace, { limit: 10 })).toEqual([]);
  });

  test('leaves out what is no run of ours, and looks at the others all the same', async () => {
    const record = memoryRecord(systemPowers());
    const world = await testWorld({ record, script });
    open.push(world);
    const run = await ran(world);
    await record.commit({
      workspace: world.workspace,
      entries: [{ kind: 'run.failed', run, call: null, ref: {}, payload: { kind: 'odd' } }],
      advance: { id: run, fence: null },
    });
    await ran(world);
    const found = await world.system.simulate(world.workspace, { cedar: DEFAULT_POLICIES });
    expect(found).toMatchObject({ runs: 1, leftOut: 1 });
  });

  test('names what would have gone otherwise, with the policy that decided', async () => {
    const world = await worldOf();
    const [held, sent] = [await ran(world), await ran(world, NAMED)];
    const found = await world.system.simulate(world.workspace, { cedar: NO_SENDING });
    expect(found.would).toEqual({ allowed: 7, held: 0, refused: 2 });
    expect(found.differences).toMatchObject([
      { run: sent, action: 'test.send', recorded: { kind: 'allowed' }, would: { kind: 'refused' } },
      {
        ...{ run: held, action: 'test.send', recorded: { kind: 'held' } },
        would: { kind: 'refused', policies: expect.arrayContaining(['no-sending']) },
      },
    ]);
    expect(found.differences[1]?.recorded.says).toBe('A person must say: /to.');
  });

  test('with another mode says what that mode would have asked', async () => {
    const world = await worldOf();
    await ran(world, NAMED);
    const asked = { cedar: DEFAULT_POLICIES, mode: 'strict' } as const;
    const found = await world.system.simulate(world.workspace, asked);
    expect(found.differences).toMatchObject([
      { recorded: { kind: 'allowed' }, would: { kind: 'held' } },
    ]);
  });

  test('shows that without a right to ask models no run would have begun', async () => {
    const world = await worldOf();
    await ran(world, NAMED);
    const found = await world.system.simulate(world.workspace, { cedar: '' });
    expect(found.differences.map(({ action }) => action)).toContain('model.generate');
    expect(found.would.allowed).toBe(0);
  });

  test('judges by the policies of then what was decided by them, however often they changed since', async () => {
    const world = await worldOf();
    await ran(world, NAMED);
    for (const cedar of [NO_SENDING, `// Other.\n${DEFAULT_POLICIES}`])
      await world.config.putPolicy(world.workspace, { cedar }, world.person);
    world.forget();
    const found = await world.system.simulate(world.workspace, { cedar: NO_SENDING });
    expect(found).toMatchObject({ uncertain: 0, changed: 1 });
  });

  test('takes no answer for a decision: what a person approved is held or not as before', async () => {
    const world = await worldOf();
    const run = await ran(world);
    const [question] = await world.questions('open');
    const { id, callHash } = must(question ?? null, 'the send is held');
    const approve = { kind: 'approve', callHash } as const;
    await world.system.runs.answer(world.workspace, id, approve, world.person);
    await world.until(run, 'ended');
    const found = await world.system.simulate(world.workspace, { cedar: NO_SENDING });
    expect(found.differences).toMatchObject([
      { recorded: { kind: 'held' }, would: { kind: 'refused' } },
    ]);
    expect(found.recorded).toEqual({ allowed: 4, held: 1, refused: 0 });
  });

  test('guesses nothing where what was decided by has changed since', async () => {
    const world = await worldOf();
    await ran(world);
    // What counts as the person's own is looked up when it is decided.
    const pat = must(await world.config.member(world.workspace, world.person), 'Pat owns it');
    await world.config.putMember(world.workspace, { ...pat, email: BOB }, world.person);
    world.forget();
    const found = await world.system.simulate(world.workspace, { cedar: NO_SENDING });
    expect(found).toMatchObject({ calls: 3, uncertain: 1, changed: 0 });
    expect(found.unsaid[0]).toMatchObject({
      ...{ action: 'test.send', recorded: { kind: 'held' }, would: null },
      unsaid: expect.stringMatching(/does not come out as recorded/),
    });
  });

  test('keeps to the agent and the time that were asked for', async () => {
    const world = await worldOf();
    const [first, second] = [await ran(world), await ran(world)];
    const started = must(await world.summary(second), 'it was started').startedAt;
    const run = async (asked: { from?: number; to?: number; agent?: string; before?: string }) =>
      (await world.system.simulate(world.workspace, { cedar: DEFAULT_POLICIES, ...asked })).runs;
    expect(await run({ agent: 'agt_other' })).toBe(0);
    expect(await run({ from: started + 1 })).toBe(0);
    expect(await run({ to: must(await world.summary(first), 'it ran').startedAt - 1 })).toBe(0);
    expect(await run({ before: second })).toBe(1);
  });

  test('goes on page by page, and says where', async () => {
    const world = await worldOf();
    for (let n = 0; n < 53; n++) await ran(world);
    const page = await world.system.simulate(world.workspace, { cedar: NO_SENDING });
    expect(page.runs).toBe(50);
    const { next } = page;
    const rest = await world.system.simulate(world.workspace, {
      cedar: NO_SENDING,
      before: must(next, 'three runs are left'),
    });
    expect([rest.runs, rest.next]).toEqual([3, null]);
  });
});
