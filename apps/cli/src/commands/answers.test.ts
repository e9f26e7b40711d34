import type { QuestionView } from '@countersign/contract';
import { expect, test } from 'vitest';
import { machine, type Says } from '../testing/machine.ts';
import { question, wire } from '../testing/some-words.ts';

/** A server with one question. */
function asking(about: Partial<QuestionView> = {}): Says {
  const whole = { ...question, ...about };
  return ({ method, path }) => {
    if (path === 'workspaces/ws_1/questions/qst_1/answer' && method === 'POST') {
      return wire({ ...whole, status: 'approved' });
    }
    if (path === 'workspaces/ws_1/questions/qst_1') return wire(whole);
    if (path.startsWith('workspaces/ws_1/questions?status=open'))
      return wire({ items: [whole], next: null });
    return null;
  };
}

const sent = (m: ReturnType<typeof machine>) =>
  m.got.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('approve shows every argument whole, which one is in doubt and why, and asks', async () => {
  const m = machine({ says: asking(), isInteractive: true, answers: ['y'] });
  expect(await m.run('approve qst_1')).toBe(0);
  expect(m.screen).toContain('Send a mail to “eve@evil.example”');
  expect(m.screen).toContain('? /to/0  "eve@evil.example"');
  expect(m.screen).toContain('  /subject  "hi"');
  expect(m.screen).toContain('  /text  "all addresses"');
  expect(m.screen).toContain('anyone could have written this value');
  expect(m.screen).toContain('from run_1.2#/text');
  expect(m.screen).toContain('denied by itself in 1h');
  expect(m.asked).toEqual(['\nLet exactly this happen? [y/N] ']);
  expect(sent(m)).toEqual([{ kind: 'approve', callHash: question.callHash }]);
});

test('a call that needs several people shows who has said yes, and one more yes leaves it open', async () => {
  const shared = { ...question, approvals: 3, supports: [{ by: 'usr_rea', at: 1, counts: true }] };
  const after = [...shared.supports, { by: 'usr_me', at: 2, counts: true }];
  const m = machine({
    isInteractive: true,
    answers: ['y'],
    says: ({ method }) => wire(method === 'POST' ? { ...shared, supports: after } : shared),
  });
  expect(await m.run('approve qst_1')).toBe(0);
  expect(m.screen).toContain('1 of 3 said yes: usr_rea');
  expect(m.screen).toContain('the question stays open: 2 of 3 said yes');
});

test.each(['', 'n', 'no', 'yep', 'yes please', null])(
  'the answer %j lets nothing happen',
  async (said) => {
    const m = machine({
      says: asking(),
      isInteractive: true,
      answers: said === null ? [] : [said],
    });
    expect(await m.run('approve qst_1')).toBe(0);
    expect(sent(m)).toEqual([]);
  },
);

test('where nobody can be asked, nothing is approved without --yes', async () => {
  const m = machine({ says: asking() });
  expect(await m.run('approve qst_1')).toBe(2);
  expect(sent(m)).toEqual([]);
  expect(await m.run('approve qst_1 --yes')).toBe(0);
  expect(sent(m)).toHaveLength(1);
});

test('--hash approves the call that was read, and no other', async () => {
  const m = machine({ says: asking() });
  expect(await m.run(`approve qst_1 --yes --hash ${'b'.repeat(64)}`)).toBe(6);
  expect(sent(m)).toEqual([]);
  expect(await m.run(`approve qst_1 --yes --hash ${question.callHash}`)).toBe(0);
});

test('text that hides itself is shown as escapes where it is approved', async () => {
  const args = {
    to: ['bob@example.com\u202emoc.live'],
    text: 'a\u200bb\u001b[2Jc\u009b0m\u{e0041}\r',
  };
  const m = machine({
    says: asking({ args, missing: [], sentence: 'Send\u001b[8m' }),
    isInteractive: true,
  });
  await m.run('approve qst_1');
  expect(m.screen).toContain('"bob@example.com\\u{202e}moc.live"');
  expect(m.screen).toContain('a\\u{200b}b\\u001b[2Jc\\u{9b}0m\\u{e0041}\\r');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  expect(m.screen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u200b]/);
});

test('long arguments are shown to their end', async () => {
  const text = `${'x'.repeat(5000)} and then the point`;
  const m = machine({ says: asking({ args: { text }, missing: [] }), isInteractive: true });
  await m.run('approve qst_1');
  expect(m.screen).toContain(text);
});

test.each([
  ['own', 'wants a second person'],
  ['policy', 'policies of the workspace do not permit'],
] as const)(
  'a question that is for somebody else (%s) says so before it is answered',
  async (barred, words) => {
    const m = machine({ says: asking({ barred }), isInteractive: true, answers: ['n'] });
    await m.run('approve qst_1');
    expect(m.screen).toContain(words);
    expect(sent(m)).toEqual([]);
  },
);

test('a closed question is not answered, and ends with 6', async () => {
  for (const line of ['approve qst_1 --yes', 'deny qst_1']) {
    const m = machine({ says: asking({ status: 'expired' }) });
    expect(await m.run(line)).toBe(6);
    expect(m.errors).toContain('expired');
    expect(sent(m)).toEqual([]);
  }
});

test('a lost answer is confirmed or repeated, one of both, and a call never made is neither', async () => {
  const lost = asking({ kind: 'unknown' });
  for (const line of ['approve qst_1 --yes', 'approve qst_1 --yes --happened --repeat']) {
    const m = machine({ says: lost });
    expect(await m.run(line)).toBe(2);
    expect(sent(m)).toEqual([]);
  }
  const happened = machine({ says: lost });
  await happened.run('approve qst_1 --yes --happened');
  expect(sent(happened)).toEqual([{ kind: 'happened' }]);
  const repeated = machine({ says: lost });
  await repeated.run('approve qst_1 --yes --repeat');
  expect(sent(repeated)).toEqual([{ kind: 'repeat', callHash: question.callHash }]);
  expect(await machine({ says: asking() }).run('approve qst_1 --yes --repeat')).toBe(2);
});

test('deny tells the reason', async () => {
  const m = machine({ says: asking() });
  expect(await m.run(['deny', 'qst_1', '--reason', 'not to strangers'])).toBe(0);
  expect(sent(m)).toEqual([{ kind: 'deny', reason: 'not to strangers' }]);
});

test('the inbox lists what waits, and shows one whole', async () => {
  const list = machine({ says: asking() });
  expect(await list.run('inbox')).toBe(0);
  expect(list.screen).toContain('qst_1  1h  Send a mail to “eve@evil.example”');
  const one = machine({ says: asking() });
  await one.run('inbox qst_1');
  expect(one.screen).toContain('/to/0');
  const json = machine({ says: asking() });
  await json.run('inbox --json');
  expect(JSON.parse(json.screen)).toMatchObject([{ id: 'qst_1', callHash: question.callHash }]);
});

/** A server with several questions, of which the second is closed and the fourth is not there. */
function several(about: Partial<QuestionView> = {}): Says {
  const all = ['qst_1', 'qst_2', 'qst_3'].map((id) => ({
    ...{ ...question, ...about, id },
    status: id === 'qst_2' ? ('expired' as const) : ('open' as const),
  }));
  return ({ method, path, body }) => {
    const below = path.replace('workspaces/ws_1/', '');
    if (method === 'POST' && below === 'questions/answers') {
      const { answers } = body as { answers: { id: string }[] };
      const items = answers.map(({ id }) =>
        id === 'qst_3' && about.kind === undefined
          ? {
              id,
              question: null,
              error: { code: 'HTTP_QUESTION_CLOSED', message: 'It is closed.' },
            }
          : { id, question: { ...question, id, status: 'approved' }, error: null },
      );
      return wire({ items });
    }
    const found = all.find(({ id }) => below === `questions/${id}`);
    return found === undefined ? null : wire(found);
  };
}

test('several are shown whole, asked about once, and answered each for its own call', async () => {
  const m = machine({ says: several(), isInteractive: true, answers: ['y'] });
  expect(await m.run('approve qst_1 qst_2 qst_3 qst_1')).toBe(6);
  expect(m.asked).toEqual(['\nLet exactly these 2 happen? [y/N] ']);
  expect(m.screen.match(/· mail\.send \(send\)/g)).toHaveLength(2);
  const approve = { kind: 'approve', callHash: question.callHash };
  expect(sent(m)).toEqual([
    {
      answers: [
        { id: 'qst_1', answer: approve },
        { id: 'qst_3', answer: approve },
      ],
    },
  ]);
  expect(m.screen).toMatch(/qst_1 +approved/);
  expect(m.screen).toMatch(/qst_2 +not answered +The question is closed: it is expired\./);
  expect(m.screen).toMatch(/qst_3 +not answered +It is closed\./);
});

test('a no, or a flag that is about one call, answers none of several', async () => {
  const no = machine({ says: several(), isInteractive: true, answers: ['n'] });
  expect(await no.run('approve qst_1 qst_3')).toBe(0);
  expect(sent(no)).toEqual([]);
  for (const line of [
    'approve qst_1 qst_3',
    `approve qst_1 qst_3 -y --hash ${question.callHash}`,
    'approve qst_1 qst_3 -y --repeat',
  ]) {
    const m = machine({ says: several() });
    expect(await m.run(line)).toBe(2);
    expect(sent(m)).toEqual([]);
  }
  const lost = machine({ says: several({ kind: 'unknown' }) });
  expect(await lost.run('approve qst_1 qst_3 --yes')).toBe(2);
  const many = Array.from({ length: 51 }, (_, at) => `qst_${at}`).join(' ');
  expect(await machine({ says: several() }).run(`deny ${many}`)).toBe(2);
});

test('several are denied with one reason, and --json lists what became of each', async () => {
  const m = machine({ says: several({ kind: 'call' }) });
  expect(await m.run(['deny', 'qst_1', 'qst_3', '--reason', 'not now', '--json'])).toBe(0);
  const answer = { kind: 'deny', reason: 'not now' };
  expect(sent(m)).toEqual([
    {
      answers: [
        { id: 'qst_1', answer },
        { id: 'qst_3', answer },
      ],
    },
  ]);
  expect(JSON.parse(m.screen)).toMatchObject([{ id: 'qst_1', error: null }, { id: 'qst_3' }]);
});
