import { expect, test } from 'vitest';
import { machine, type Says } from '../testing/machine.ts';
import { agent, question, stream, wire } from '../testing/some-words.ts';

const model = 'model.generate';
const said = (text: string) => ({
  outcome: { kind: 'done', result: { value: { text, calls: [] } } },
});
const answered = (text: string) => ({ result: { kind: 'answered', text, label: null } });

const triage = () =>
  stream(
    ['run.started', null, {}, {}],
    ['call.intent', 'run_1.1', { action: model }, { generate: {}, call: 'run_1.1', action: model }],
    'I look ',
    'at it.',
    ['call.outcome', 'run_1.1', {}, said('I look at it.')],
    ['call.intent', 'run_1.2', { action: 'mail.read' }, { call: { args: { id: 'm1' } } }],
    ['call.outcome', 'run_1.2', {}, { outcome: { kind: 'done' } }],
    ['call.refused', 'run_1.3', { action: 'mail.send' }, { reason: 'not attached' }],
    ['call.intent', 'run_1.4', { action: model }, {}],
    ['call.outcome', 'run_1.4', {}, said('Done.')],
    ['run.ended', null, {}, answered('Done.')],
  );

function serving(run: () => Response, about: { parked?: boolean } = {}): Says {
  const connections = [
    {
      id: 'con_mail',
      workspace: 'ws_1',
      name: 'In',
      config: {
        kind: 'mailbox',
        folder: '/old',
        owner: 'ada@example.com',
        addresses: ['ada@example.com'],
      },
    },
    { id: 'con_smtp', workspace: 'ws_1', name: 'Out', config: { kind: 'smtp' } },
  ];
  return ({ method, path, body }) => {
    const below = path.replace('workspaces/ws_1/', '');
    if (below === 'agents')
      return wire({
        items: [agent, { ...agent, id: 'agt_2', draft: { ...agent.draft, name: 'Other' } }],
      });
    if (below === 'runs' && method === 'POST')
      return wire({ run: 'run_1', duplicate: false, conversation: null });
    if (below === 'runs/run_1/stream') return run();
    if (below === 'runs/run_1')
      return wire({ id: 'run_1', status: about.parked ? 'parked' : 'running', openQuestions: 1 });
    if (below === 'questions/qst_1') return wire(question);
    if (below === 'connections') return wire({ items: connections });
    if (below.startsWith('connections/') && method === 'PUT') return body;
    return null;
  };
}

const posts = (m: ReturnType<typeof machine>) =>
  m.got
    .filter(({ method }) => method !== 'GET')
    .map(({ path, body }) => [path.replace('workspaces/ws_1/', ''), body]);

test('a plan is nobody’s words, and where there is none the reason is shown', async () => {
  const planning = { action: model, purpose: 'plan' };
  const m = machine({
    says: serving(() =>
      stream(
        ['run.started', null, {}, {}],
        ['call.intent', 'run_1.0', planning, { generate: {}, call: 'run_1.0', action: model }],
        ['call.outcome', 'run_1.0', {}, said('{"version":1}')],
        ['intent.missing', null, {}, { reason: 'The plan is no JSON.' }],
        ['call.intent', 'run_1.1', { action: model }, {}],
        ['call.outcome', 'run_1.1', {}, said('Done.')],
        ['run.ended', null, {}, answered('Done.')],
      ),
    ),
  });
  expect(await m.run(['agent', 'run', 'agt_1', '--message', 'Go'])).toBe(0);
  expect(m.screen).toBe('run run_1\n· no plan: The plan is no JSON.\nDone.\n');
});

test('a run’s steps are shown as they happen, the model’s words once', async () => {
  const m = machine({ says: serving(triage) });
  expect(await m.run(['agent', 'run', 'agt_1', '--message', 'Go'])).toBe(0);
  expect(m.screen).toBe(
    [
      'run run_1',
      'I look at it.',
      '→ mail.read {"id":"m1"}',
      '✓ mail.read',
      '✗ mail.send refused: not attached',
      'Done.',
      '',
    ].join('\n'),
  );
  expect(posts(m)).toEqual([['runs', { agent: 'agt_1', message: { text: 'Go' } }]]);
});

test('an agent is found by its name, and told its first suggestion', async () => {
  const m = machine({ says: serving(triage) });
  await m.run(['agent', 'run', 'mail TRIAGE']);
  expect(posts(m)).toEqual([
    ['runs', { agent: 'agt_1', message: { text: 'Triage the mailbox.' } }],
  ]);
  expect(await machine({ says: serving(triage) }).run('agent run nobody')).toBe(5);
});

test.each([
  [
    { result: { kind: 'failed', code: 'X', reason: 'the model is away' } },
    'failed: the model is away',
  ],
  [{ result: { kind: 'cancelled', by: 'usr_1', reason: 'enough' } }, 'cancelled: enough'],
])('a run that ends otherwise ends with 8', async (payload, words) => {
  const m = machine({ says: serving(() => stream(['run.ended', null, {}, payload])) });
  expect(await m.run('agent run agt_1')).toBe(8);
  expect(m.screen).toContain(words);
});

const held = () =>
  stream(
    ['call.intent', 'run_1.1', { action: 'mail.send' }, {}],
    ['call.held', 'run_1.1', { question: 'qst_1' }, { question: { id: 'qst_1' } }],
    ['question.answered', 'run_1.1', {}, { answer: { kind: 'approve' } }],
    ['run.ended', null, {}, answered('Sent.')],
  );

test('a program is told with 9 that the run waits; a person sees what to do, and the rest', async () => {
  const program = machine({ says: serving(held, { parked: true }) });
  expect(await program.run('agent run agt_1')).toBe(9);
  expect(program.screen).toContain(
    '⏸ Send a mail to “eve@evil.example”\n  countersign approve qst_1',
  );
  const person = machine({ says: serving(held, { parked: true }), isInteractive: true });
  expect(await person.run('agent run agt_1')).toBe(0);
  expect(person.screen).toContain('↩ answered: approve');
  expect(
    await machine({ says: serving(held, { parked: true }) }).run('agent run agt_1 --wait'),
  ).toBe(0);
  const flag = machine({ says: serving(held, { parked: true }), isInteractive: true });
  expect(await flag.run('agent run agt_1 --no-wait')).toBe(9);
});

test('a held call ends nothing while others of the run still work', async () => {
  const m = machine({ says: serving(held) });
  expect(await m.run('agent run agt_1')).toBe(0);
});

test('--mail-folder points the mailbox of the agent’s mail tools at the folder, before the run, and nothing else', async () => {
  const m = machine({ says: serving(triage), disk: { 'mails/a.eml': 'Subject: hi' } });
  expect(await m.run('agent run agt_1 --mail-folder mails')).toBe(0);
  expect(posts(m)).toEqual([
    [
      'connections/con_mail',
      {
        name: 'In',
        config: {
          kind: 'mailbox',
          folder: '/real/mails',
          owner: 'ada@example.com',
          addresses: ['ada@example.com'],
        },
      },
    ],
    ['runs', { agent: 'agt_1', message: { text: 'Triage the mailbox.' } }],
  ]);
  expect(m.errors).toContain(
    'con_mail reads /real/mails from now on; --mail-folder /old undoes that',
  );
});

const local = (about: { url?: string; list?: string }) =>
  machine({
    says: serving(triage),
    env: {
      COUNTERSIGN_URL: 'http://server.test',
      COUNTERSIGN_KEY: 'cs_env',
      COUNTERSIGN_DATA: 'data',
    },
    disk: {
      'mails/a.eml': 'Subject: hi',
      'data/cli.json': JSON.stringify({ url: about.url ?? 'http://server.test', key: 'cs_local' }),
      ...(about.list === undefined ? {} : { 'data/mail-folders.json': about.list }),
    },
  });
const allowed = (m: ReturnType<typeof machine>) =>
  JSON.parse(new TextDecoder().decode(m.disk.get('data/mail-folders.json')) || 'null') as unknown;
const RUN = 'agent run agt_1 --mail-folder mails';

test('on the server’s own machine --mail-folder lets the server read that folder, once and for all', async () => {
  const first = local({});
  expect(await first.run(RUN)).toBe(0);
  expect(allowed(first)).toEqual(['/real/mails']);
  expect(first.errors).toContain('may read mail from /real/mails from now on');
  const second = local({ list: '["/other", "/real/mails"]' });
  expect(await second.run(RUN)).toBe(0);
  expect(allowed(second)).toEqual(['/other', '/real/mails']);
  expect(second.errors).not.toContain('may read mail from');
});

test('--mail-folder opens nothing on this machine for a server that is elsewhere', async () => {
  const m = local({ url: 'http://another.test' });
  expect(await m.run(RUN)).toBe(0);
  expect(allowed(m)).toBeNull();
});

test.each(['{', '{}', '[1]'])('a list of folders that reads %j is left alone', async (list) => {
  const m = local({ list });
  expect(await m.run(RUN)).toBe(2);
  expect(m.errors).toContain('not readable');
  expect(new TextDecoder().decode(m.disk.get('data/mail-folders.json'))).toBe(list);
  expect(posts(m)).toEqual([]);
});

test('a folder that is not there starts no run', async () => {
  const m = machine({ says: serving(triage) });
  expect(await m.run('agent run agt_1 --mail-folder nowhere')).toBe(2);
  expect(posts(m)).toEqual([]);
});

test('--json gives one event a line', async () => {
  const m = machine({ says: serving(triage) });
  await m.run('agent run agt_1 --json');
  const lines = m.screen
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string });
  expect(lines.map(({ kind }) => kind).slice(0, 4)).toEqual(['entry', 'entry', 'delta', 'delta']);
});

test('Ctrl-C stops watching and says how to go on or stop the run', async () => {
  const m: ReturnType<typeof machine> = machine({
    says: (got) => {
      if (!got.path.endsWith('/stream')) return serving(triage)(got);
      m.interrupt.abort(new Error('Interrupted.'));
      throw new Error('The fetch was aborted.');
    },
  });
  expect(await m.run('agent run agt_1')).toBe(130);
  expect(m.errors).toContain(
    'The run goes on: countersign runs run_1, or countersign cancel run_1',
  );
});

test('what tools and models say cannot drive the terminal', async () => {
  const evil = '\u001b]8;;https://evil.example\u0007click\u001b[1A';
  const m = machine({
    says: serving(() =>
      stream(
        evil,
        ['call.intent', 'c', { action: 'mail.read' }, { call: { args: { id: evil } } }],
        ['call.outcome', 'c', {}, { outcome: { kind: 'failed', code: evil } }],
        ['run.ended', null, {}, answered(evil)],
      ),
    ),
  });
  await m.run('agent run agt_1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  expect(m.screen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});
