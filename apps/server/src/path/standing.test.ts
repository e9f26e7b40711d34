import { NO_RULES, type PermissionDraft, type QuestionRecord } from '@countersign/contract';
import { memoryRecord } from '@countersign/record';
import { afterEach, describe, expect, test } from 'vitest';
import { systemPowers } from '../powers/system.ts';
import { type Said, testWorld, type World } from '../powers/testing/index.ts';

const READ = { calls: [{ tool: 'test_read', args: { text: 'mail' } }] };
const sendTo = (...to: string[]): Said => ({
  calls: to.map((one) => ({ tool: 'test_send', args: { to: one } })),
});
const BOB = 'bob@example.com';
const OTHER = 'usr_responder';

let open: World[] = [];
afterEach(async () => {
  await Promise.all(open.map((world) => world.stop()));
  open = [];
});

async function worldOf(script: readonly Said[], now?: () => number): Promise<World> {
  const record = memoryRecord(systemPowers());
  const world = await testWorld({ record, script, ...(now ? { now } : {}) });
  open.push(world);
  const member = { person: OTHER, name: 'Rea', email: 'rea@example.com', role: 'responder' };
  await world.config.putMember(world.workspace, { ...member, role: 'responder' }, world.person);
  world.forget();
  return world;
}

async function permit(world: World, changed: Partial<PermissionDraft> = {}): Promise<string> {
  const draft: PermissionDraft = {
    agent: world.agent,
    action: 'test.send',
    connection: null,
    pointer: '/to',
    allows: { kind: 'exact', value: BOB },
    weekly: null,
    days: 1,
    asked: null,
    ...changed,
  };
  const [made] = await world.permissions.makePermissions(world.workspace, [draft], OTHER);
  world.forget();
  return made?.id ?? '';
}

/** Starts a run, and says how it came to rest. */
async function runOf(world: World): Promise<readonly QuestionRecord[]> {
  const run = await world.start();
  await Promise.race([world.until(run, 'ended'), world.until(run, 'parked')]);
  return (await world.questions('open')).filter((one) => one.run === run);
}

const script = [READ, sendTo(BOB), { text: 'done' }];

test('an answer that is remembered lets the next run pass without a question, and the ledger says by what', async () => {
  const world = await worldOf(script);
  const [question] = await runOf(world);
  if (!question) throw new Error('the first run asks');
  const { callHash, run } = question;
  await world.system.runs.answer(
    world.workspace,
    question.id,
    { kind: 'approve', callHash, remember: [{ missing: 0, days: 30 }] },
    world.person,
  );
  await world.until(run, 'ended');
  const [made] = await world.permissions.permissions(world.workspace, 10);
  expect(made).toMatchObject({ agent: world.agent, question: question.id, uses: 0 });
  expect((await world.entries(run)).map(({ leaf }) => leaf.kind)).toContain('permission.changed');

  expect(await runOf(world)).toEqual([]);
  const [used] = await world.permissions.permissions(world.workspace, 10);
  expect(used).toMatchObject({ id: made?.id, uses: 1 });
  const [use] = await world.permissions.uses(world.workspace, made?.id ?? '', 10);
  const intent = (await world.entries(use?.run ?? '')).find(({ index }) => index === use?.index);
  expect(intent?.leaf.ref['permissions']).toEqual([made?.id]);
  expect(JSON.stringify(intent?.payload)).toContain('"endorsedBy":"standing"');

  await world.permissions.revokePermission(world.workspace, made?.id ?? '', world.person);
  world.forget();
  expect(await runOf(world)).toHaveLength(1);
});

test('a value that cannot be remembered leaves the question open and makes nothing', async () => {
  const world = await worldOf(script);
  const [question] = await runOf(world);
  if (!question) throw new Error('the run asks');
  const answer = { kind: 'approve', callHash: question.callHash } as const;
  await expect(
    world.system.runs.answer(
      world.workspace,
      question.id,
      { ...answer, remember: [{ missing: 7, days: 30 }] },
      world.person,
    ),
  ).rejects.toMatchObject({ code: 'RUNTIME_REMEMBER_MISFIT' });
  expect(await world.questions('open')).toHaveLength(1);
  expect(await world.permissions.permissions(world.workspace, 10)).toEqual([]);
});

test('an answer that came too late makes nothing', async () => {
  const world = await worldOf(script);
  const [question] = await runOf(world);
  if (!question) throw new Error('the run asks');
  const { callHash } = question;
  const answers = [
    { kind: 'deny', reason: 'no' },
    { kind: 'approve', callHash, remember: [{ missing: 0, days: 30 }] },
  ] as const;
  for (const answer of answers)
    await world.system.runs.answer(world.workspace, question.id, answer, world.person);
  expect(await world.permissions.permissions(world.workspace, 10)).toEqual([]);
});

describe('a call is held as before', () => {
  test.each<[what: string, changed: Partial<PermissionDraft>]>([
    ['another agent', { agent: 'agt_other' }],
    ['another action', { action: 'test.keyed' }],
    ['another connection', { connection: 'con_other' }],
    ['another argument', { pointer: '/text' }],
    ['a value that differs by one byte', { allows: { kind: 'exact', value: 'bob@example.con' } }],
  ])('where the permission is for %s', async (_, changed) => {
    const world = await worldOf(script);
    await permit(world, changed);
    expect(await runOf(world)).toHaveLength(1);
  });

  test('where the permission has expired', async () => {
    let late = 0;
    const world = await worldOf(script, () => Date.now() + late);
    await permit(world);
    expect(await runOf(world)).toEqual([]);
    late = 86_400_000;
    expect(await runOf(world)).toHaveLength(1);
  });

  test('where the permission was revoked while the run was parked', async () => {
    const world = await worldOf([READ, sendTo('eve@example.com'), sendTo(BOB), { text: 'done' }]);
    const id = await permit(world);
    const [question] = await runOf(world);
    if (!question) throw new Error('the run asks about Eve');
    await world.permissions.revokePermission(world.workspace, id, OTHER);
    world.forget();
    const deny = { kind: 'deny', reason: 'no' } as const;
    await world.system.runs.answer(world.workspace, question.id, deny, world.person);
    await expect
      .poll(async () => (await world.questions('open')).map(({ args }) => args), { timeout: 5_000 })
      .toEqual([{ to: BOB }]);
  });

  test('where whoever made the permission is not a member any more', async () => {
    const world = await worldOf(script);
    await permit(world);
    await world.config.removeMember(world.workspace, OTHER, world.person);
    world.forget();
    expect(await runOf(world)).toHaveLength(1);
  });

  test('where duties are separate and the person the run acts for made the permission', async () => {
    const world = await worldOf(script);
    await world.config.putRules(
      world.workspace,
      { ...NO_RULES, separateDuties: true },
      world.person,
    );
    await permit(world);
    expect(await runOf(world)).toEqual([]);
    const own = await worldOf(script);
    await own.config.putRules(own.workspace, { ...NO_RULES, separateDuties: true }, own.person);
    const id = await permit(own);
    await own.permissions.revokePermission(own.workspace, id, OTHER);
    const [draft] = await own.permissions.permissions(own.workspace, 1);
    expect(draft?.id).toBe(id);
    await own.permissions.makePermissions(
      own.workspace,
      [
        {
          ...{ agent: own.agent, action: 'test.send', connection: null, pointer: '/to' },
          ...{ allows: { kind: 'exact', value: BOB }, weekly: null, days: 1, asked: null },
        },
      ],
      own.person,
    );
    own.forget();
    expect(await runOf(own)).toHaveLength(1);
  });
});

describe('a cap', () => {
  const once = { weekly: { calls: 1, sum: null } };

  test('lets one of two calls of a turn pass and asks about the other', async () => {
    const world = await worldOf([READ, sendTo(BOB, BOB), { text: 'done' }]);
    const id = await permit(world, once);
    expect(await runOf(world)).toHaveLength(1);
    expect(await world.permissions.uses(world.workspace, id, 10)).toHaveLength(1);
  });

  test('lets one of many runs at once pass, and asks in the others', async () => {
    const world = await worldOf(script);
    const id = await permit(world, once);
    const asked = await Promise.all(Array.from({ length: 6 }, () => runOf(world)));
    expect(asked.filter((questions) => questions.length === 0)).toHaveLength(1);
    expect(asked.filter((questions) => questions.length === 1)).toHaveLength(5);
    expect(await world.permissions.uses(world.workspace, id, 10)).toHaveLength(1);
    expect(world.problems).toEqual([]);
  });

  test('begins anew with the next week', async () => {
    let late = 0;
    const world = await worldOf(script, () => Date.now() + late);
    await permit(world, { ...once, days: 30 });
    expect(await runOf(world)).toEqual([]);
    expect(await runOf(world)).toHaveLength(1);
    late = 7 * 86_400_000;
    expect(await runOf(world)).toEqual([]);
  });
});
