import { NO_RULES } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { someQuestion } from '../testing/some-content.ts';
import { HOME, world } from '../testing/world.ts';

test('a user sees their own runs and questions in lists, a responder everybody’s', async () => {
  const w = await world();
  for (const person of ['usr_user', 'usr_owner']) {
    w.memory.put({ id: `run_${person}`, workspace: HOME, person });
    w.memory.ask(
      someQuestion({
        id: `qst_${person}`,
        workspace: HOME,
        run: `run_${person}`,
        requestedBy: person,
      }),
    );
  }
  const listed = async (person: string, path: string) =>
    (await jsonOf<{ items: { id: string }[] }>(await w.as(person)('GET', path))).items.map(
      ({ id }) => id,
    );
  expect(await listed('usr_user', 'runs')).toEqual(['run_usr_user']);
  expect(await listed('usr_user', 'questions')).toEqual(['qst_usr_user']);
  expect(await listed('usr_responder', 'runs')).toHaveLength(2);
  expect(await listed('usr_responder', 'questions')).toHaveLength(2);
});

test('a store that forgets to filter shows nobody another person’s runs or questions', async () => {
  const w = await world();
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  w.memory.ask(
    someQuestion({ id: 'qst_1', workspace: HOME, run: 'run_1', requestedBy: 'usr_owner' }),
  );
  const { reader } = w.doors;
  const forgetful = await world({
    reader: {
      ...reader,
      runs: (workspace, { person: _person, ...filter }) => reader.runs(workspace, filter),
      questions: (workspace, { requestedBy: _by, ...filter }) =>
        reader.questions(workspace, filter),
    },
  });
  for (const path of ['runs', 'questions']) {
    const { items } = await jsonOf<{ items: unknown[] }>(
      await forgetful.as('usr_user')('GET', path),
    );
    expect(items).toEqual([]);
  }
});

test('an answer names the call it is for, counts once, and is refused for another call', async () => {
  const w = await world();
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  const question = someQuestion({
    id: 'qst_1',
    workspace: HOME,
    run: 'run_1',
    requestedBy: 'usr_owner',
  });
  w.memory.ask(question);
  const send = (callHash: string) =>
    w.as('usr_responder')('POST', 'questions/qst_1/answer', { kind: 'approve', callHash });
  const other = await send('0'.repeat(64));
  expect([other.status, (await errorOf(other)).code]).toEqual([409, 'HTTP_ANSWER_MISMATCH']);
  const yes = await send(question.callHash);
  expect(await yes.json()).toMatchObject({ status: 'approved', answeredBy: 'usr_responder' });
  const late = await send(question.callHash);
  expect([late.status, (await errorOf(late)).code]).toEqual([409, 'HTTP_QUESTION_CLOSED']);
});

test('where duties are separate, nobody answers for their own run, whatever their role, and is told before', async () => {
  const w = await world();
  await w.doors.config.putRules(HOME, { ...NO_RULES, separateDuties: true }, 'usr_owner');
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  w.memory.ask(
    someQuestion({ id: 'qst_1', workspace: HOME, run: 'run_1', requestedBy: 'usr_owner' }),
  );
  const seen = async (person: string) =>
    (await jsonOf<{ barred: string | null }>(await w.as(person)('GET', 'questions/qst_1'))).barred;
  expect([await seen('usr_owner'), await seen('usr_admin')]).toEqual(['own', null]);
  const { items } = await jsonOf<{ items: object[] }>(await w.as('usr_owner')('GET', 'questions'));
  expect(items).toMatchObject([{ id: 'qst_1', barred: 'own' }]);
  const deny = { kind: 'deny', reason: 'no' };
  const own = await w.as('usr_owner')('POST', 'questions/qst_1/answer', deny);
  expect([own.status, (await errorOf(own)).code]).toEqual([403, 'HTTP_SELF_APPROVAL']);
  const key = w.keyWith(['questions:answer'], { person: 'usr_owner' });
  expect((await w.withKey(key)('POST', 'questions/qst_1/answer', deny)).status).toBe(403);
  expect((await w.as('usr_admin')('POST', 'questions/qst_1/answer', deny)).status).toBe(200);
  expect(await seen('usr_owner')).toBeNull();
});

test('an answer that the policies do not permit is refused', async () => {
  const base = await world();
  const w = await world({
    checks: { ...base.doors.checks, answering: async () => () => 'policy' },
  });
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  w.memory.ask(
    someQuestion({ id: 'qst_1', workspace: HOME, run: 'run_1', requestedBy: 'usr_owner' }),
  );
  const deny = { kind: 'deny', reason: 'no' };
  const barred = await w.as('usr_owner')('POST', 'questions/qst_1/answer', deny);
  expect([barred.status, (await errorOf(barred)).code]).toEqual([403, 'HTTP_ANSWER_BARRED']);
});

test('neither calls nor values are added with a key: a person who is there says so', async () => {
  const w = await world();
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  const question = someQuestion({
    ...{ id: 'qst_1', workspace: HOME, run: 'run_1', requestedBy: 'usr_owner' },
  });
  w.memory.ask(question);
  const key = w.keyWith(['questions:answer'], { person: 'usr_owner' });
  const { callHash } = question;
  for (const more of [{ more: 2 }, { remember: [{ missing: 0, days: 30 }] }]) {
    const yes = { kind: 'approve', callHash, ...more };
    const refused = await w.withKey(key)('POST', 'questions/qst_1/answer', yes);
    expect((await errorOf(refused)).code).toBe('HTTP_SESSION_NEEDED');
  }
  for (const more of [0, 21, 1.5, '2']) {
    const wrong = { kind: 'approve', callHash, more };
    const invalid = await w.as('usr_owner')('POST', 'questions/qst_1/answer', wrong);
    expect([invalid.status, (await errorOf(invalid)).field]).toEqual([400, 'more']);
  }
  const yes = { kind: 'approve', callHash, more: 2 };
  expect((await w.as('usr_owner')('POST', 'questions/qst_1/answer', yes)).status).toBe(200);
});

test('questions are found by what became of them, and page by page in both orders', async () => {
  const w = await world();
  const statuses = ['open', 'denied', 'expired', 'approved', 'open'] as const;
  for (const [at, status] of statuses.entries()) {
    const about = { id: `qst_${at}`, workspace: HOME, run: 'run_1', requestedBy: 'usr_user' };
    w.memory.ask({ ...someQuestion(about), status, askedAt: at });
  }
  const listed = async (query: string) => {
    const answer = await w.as('usr_user')('GET', `questions${query}`);
    const { items, next } = await jsonOf<{ items: { id: string }[]; next: string | null }>(answer);
    return [items.map(({ id }) => id.slice(4)).join(' '), next];
  };
  expect(await listed('')).toEqual(['4 3 2 1 0', null]);
  expect(await listed('?status=denied')).toEqual(['1', null]);
  expect(await listed('?status=approved,denied,expired')).toEqual(['3 2 1', null]);
  expect(await listed('?order=oldest&limit=2')).toEqual(['0 1', 'qst_1']);
  expect(await listed('?order=oldest&limit=2&after=qst_1')).toEqual(['2 3', 'qst_3']);
  expect(await listed('?order=oldest&limit=2&after=qst_3')).toEqual(['4', null]);
});

test.each(['status=answered', 'status=', 'status=open,', 'order=best', 'limit=201', 'after='])(
  'a list of questions with %s is refused with the field named',
  async (query) => {
    const w = await world();
    const answer = await w.as('usr_user')('GET', `questions?${query}`);
    expect([answer.status, (await errorOf(answer)).field]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^${query.split('=')[0]}`)),
    ]);
  },
);

describe('several answers at once', () => {
  const three = async () => {
    const w = await world();
    w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_user' });
    for (const id of ['qst_1', 'qst_2', 'qst_3'])
      w.memory.ask(someQuestion({ id, workspace: HOME, run: 'run_1', requestedBy: 'usr_user' }));
    return w;
  };
  const yes = (id: string) => ({
    id,
    answer: {
      kind: 'approve',
      callHash: someQuestion({ id, workspace: HOME, run: 'run_1', requestedBy: '' }).callHash,
    },
  });
  const no = (id: string) => ({ id, answer: { kind: 'deny', reason: 'no' } });
  interface Given {
    readonly items: readonly {
      id: string;
      question: { status: string } | null;
      error: { code: string } | null;
    }[];
  }

  test('count each for its own call, and what became of every one is told', async () => {
    const w = await three();
    const send = w.as('usr_user');
    await send('POST', 'questions/qst_2/answer', no('qst_2').answer);
    const given = await send('POST', 'questions/answers', {
      answers: [
        yes('qst_1'),
        yes('qst_2'),
        { id: 'qst_3', answer: { kind: 'approve', callHash: '0'.repeat(64) } },
        yes('qst_gone'),
      ],
    });
    expect(given.status).toBe(200);
    const { items } = await jsonOf<Given>(given);
    expect(items.map(({ id, question, error }) => [id, question?.status ?? error?.code])).toEqual([
      ['qst_1', 'approved'],
      ['qst_2', 'HTTP_QUESTION_CLOSED'],
      ['qst_3', 'HTTP_ANSWER_MISMATCH'],
      ['qst_gone', 'HTTP_NOT_FOUND'],
    ]);
    const third = await jsonOf<{ status: string }>(await send('GET', 'questions/qst_3'));
    expect(third.status).toBe('open');
  });

  test('are no way around who may answer', async () => {
    const w = await three();
    await w.doors.config.putRules(HOME, { ...NO_RULES, separateDuties: true }, 'usr_owner');
    const codes = async (person: string) => {
      const given = await w.as(person)('POST', 'questions/answers', {
        answers: [yes('qst_1'), no('qst_2')],
      });
      return (await jsonOf<Given>(given)).items.map(
        ({ question, error }) => question?.status ?? error?.code,
      );
    };
    expect(await codes('usr_user')).toEqual(['HTTP_SELF_APPROVAL', 'HTTP_SELF_APPROVAL']);
    w.memory.put({ id: 'run_2', workspace: HOME, person: 'usr_owner' });
    w.memory.ask(
      someQuestion({ id: 'qst_9', workspace: HOME, run: 'run_2', requestedBy: 'usr_owner' }),
    );
    const foreign = await w.as('usr_user')('POST', 'questions/answers', { answers: [no('qst_9')] });
    expect((await jsonOf<Given>(foreign)).items).toMatchObject([
      { error: { code: 'HTTP_NOT_FOUND' } },
    ]);
    expect(await codes('usr_responder')).toEqual(['approved', 'approved']);
    // A key makes no permission, in a list as little as alone.
    const key = w.keyWith(['questions:answer'], { person: 'usr_responder' });
    const remembering = {
      id: 'qst_3',
      answer: { ...yes('qst_3').answer, remember: [{ missing: 0 }] },
    };
    const kept = await w.withKey(key)('POST', 'questions/answers', { answers: [remembering] });
    expect((await jsonOf<Given>(kept)).items).toMatchObject([
      { error: { code: 'HTTP_SESSION_NEEDED' } },
    ]);
  });

  test('are 50 at most, each for another question', async () => {
    const w = await three();
    const many = Array.from({ length: 51 }, (_, at) => no(`qst_${at}`));
    for (const answers of [[], many, [no('qst_1'), no('qst_1')]]) {
      const refused = await w.as('usr_user')('POST', 'questions/answers', { answers });
      expect([refused.status, (await errorOf(refused)).code]).toEqual([400, 'HTTP_INVALID']);
    }
    const open = await jsonOf<{ items: unknown[] }>(
      await w.as('usr_user')('GET', 'questions?status=open'),
    );
    expect(open.items).toHaveLength(3);
  });
});
