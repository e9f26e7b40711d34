import { expect, test } from 'vitest';
import { machine } from './testing/machine.ts';
import { agent, wire } from './testing/some-words.ts';

test.each([
  ['', 2, ''],
  ['nonsense', 2, 'Unknown command'],
  ['agent', 2, 'No command'],
  ['agent walk', 2, 'Unknown command'],
  ['agent run', 2, 'AGENT'],
  ['agents --bogus', 2, 'no flag --bogus'],
  ['agents surplus', 2, '“surplus” is one too many'],
  ['runs run_1 run_2', 2, '“run_2” is one too many'],
  ['runs --status odd', 2, 'Expected one of'],
  ['approve', 2, 'QUESTION'],
  ['approve qst_1 --ys', 2, 'no flag --ys'],
  ['deny qst_1 --reason', 2, '--reason needs a value'],
  ['ledger verify', 2, 'PATH'],
  ['ledger verify no-such-file', 2, 'not there'],
  ['ledger export', 2, 'FOLDER'],
])('the line “%s” ends with %i and says what is wrong', async (line, code, words) => {
  const m = machine({});
  expect(await m.run(line)).toBe(code);
  expect(m.errors).toContain(words);
  expect(m.got).toEqual([]);
});

test.each(['--help', 'agent run --help', 'ledger verify -h', 'approve --help'])(
  '“%s” shows help and does nothing',
  async (line) => {
    const m = machine({});
    expect(await m.run(line)).toBe(0);
    expect(m.screen).toContain(`countersign ${line.replace(/ ?-+h(elp)?/, '')}`.trim());
    expect(m.got).toEqual([]);
  },
);

test('a value may look like a flag', async () => {
  const m = machine({ says: () => wire({ outcome: 'cancelled' }) });
  expect(await m.run(['cancel', 'run_1', '--reason=--yes'])).toBe(0);
  expect(m.got.at(-1)?.body).toEqual({ reason: '--yes' });
});

test.each([
  [401, 3],
  [403, 4],
  [404, 5],
  [409, 6],
  [400, 2],
  [500, 7],
  [503, 7],
])('an answer with status %i ends with %i', async (status, code) => {
  const error = { code: 'HTTP_X', message: 'No.' };
  const m = machine({ says: () => Response.json({ error }, { status }) });
  expect(await m.run('agents')).toBe(code);
  expect(m.errors).toContain('No.');
});

test('a server that is not there ends with 7', async () => {
  const env = { COUNTERSIGN_URL: 'http://nobody.test', COUNTERSIGN_KEY: 'cs_env' };
  const m = machine({ env });
  expect(await m.run('agents')).toBe(7);
  expect(m.errors).toContain('cannot be reached');
});

const kept = (url: string, key: string) => JSON.stringify({ url, key, workspace: 'ws_1' });

test('the key comes from the environment, else from login’s file, else from the launcher’s', async () => {
  const says = () => wire({ items: [] });
  const disk = {
    '/home/.config/countersign/cli.json': kept('http://server.test', 'cs_login'),
    '/data/cli.json': kept('http://server.test', 'cs_operator'),
  };
  const env = { HOME: '/home', COUNTERSIGN_DATA: '/data' };
  const keyOf = async (m: ReturnType<typeof machine>) => {
    expect(await m.run('agents')).toBe(0);
    return m.got.at(-1)?.key;
  };
  const url = { COUNTERSIGN_URL: 'http://server.test' };
  expect(
    await keyOf(machine({ says, disk, env: { ...env, ...url, COUNTERSIGN_KEY: 'cs_env' } })),
  ).toBe('Bearer cs_env');
  expect(await keyOf(machine({ says, disk, env }))).toBe('Bearer cs_login');
  const { '/data/cli.json': operator } = disk;
  expect(await keyOf(machine({ says, disk: { '/data/cli.json': operator }, env }))).toBe(
    'Bearer cs_operator',
  );
});

test('a key that is kept for one server is sent to no other', async () => {
  const disk = { '/data/cli.json': kept('http://elsewhere.test', 'cs_operator') };
  const env = { COUNTERSIGN_DATA: '/data', COUNTERSIGN_URL: 'http://server.test' };
  const m = machine({ disk, env });
  expect(await m.run('agents')).toBe(3);
  expect(await m.run('agents --url http://server.test:81')).toBe(3);
  expect(m.got).toEqual([]);
  expect(m.errors).toContain('countersign login');
});

test('a key’s file that others can read is told, and one that is torn is an error', async () => {
  const path = '/data/cli.json';
  const env = { COUNTERSIGN_DATA: '/data' };
  const m = machine({
    says: () => wire({ items: [] }),
    env,
    disk: { [path]: kept('http://server.test', 'k') },
  });
  m.open.add(path);
  expect(await m.run('agents')).toBe(0);
  expect(m.errors).toContain('chmod 600');
  const torn = machine({ env, disk: { [path]: '{"url":' } });
  expect(await torn.run('agents')).toBe(2);
  expect(torn.errors).toContain(path);
});

test('login asks for the key, tries it, and keeps it in login’s file', async () => {
  const m = machine({ env: { HOME: '/home' }, answers: [' cs_new '] });
  expect(await m.run('login --url http://server.test')).toBe(0);
  expect(m.asked).toEqual(['API key for http://server.test: ']);
  expect(m.got.map(({ path, key }) => [path, key])).toEqual([['me', 'Bearer cs_new']]);
  const file = new TextDecoder().decode(m.disk.get('/home/.config/countersign/cli.json'));
  expect(JSON.parse(file)).toEqual({ url: 'http://server.test', key: 'cs_new', workspace: 'ws_1' });
  expect(m.screen).not.toContain('cs_new');
});

test('a key that the server refuses is not kept', async () => {
  const error = { code: 'HTTP_UNAUTHENTICATED', message: 'No.' };
  const says = () => Response.json({ error }, { status: 401 });
  const m = machine({ env: { HOME: '/home' }, answers: ['cs_bad'], says });
  expect(await m.run('login --url http://server.test')).toBe(3);
  expect(m.disk.size).toBe(0);
});

test('lists are tables for people and JSON for programs', async () => {
  const says = () =>
    wire({ items: [{ ...agent, draft: { ...agent.draft, name: 'Evil\u001b]0;owned\u0007' } }] });
  const people = machine({ says });
  await people.run('agents');
  expect(people.screen).toContain('agt_1  v1  Evil\\u{1b}]0;owned\\u{7}');
  const programs = machine({ says });
  await programs.run('agents --json');
  expect(JSON.parse(programs.screen)).toMatchObject([{ id: 'agt_1' }]);
});

test('doctor names each part, and ends with 10 where one does not work', async () => {
  const health = (ok: boolean) => ({
    ok,
    version: '1.0',
    now: 1_000_000,
    parts: [{ name: 'database', ok, detail: 'PostgreSQL 17.1' }],
  });
  const says = (good: boolean) => (got: { path: string }) =>
    got.path === 'health'
      ? wire(health(good))
      : got.path.endsWith('/audit')
        ? wire({ size: 7, findings: [] })
        : null;
  const well = machine({ says: says(true) });
  expect(await well.run('doctor')).toBe(0);
  for (const words of [
    'node',
    'version 1.0',
    'agrees',
    'PostgreSQL 17.1',
    '7 entries, all sound',
  ]) {
    expect(well.screen).toContain(words);
  }
  const ill = machine({ says: says(false) });
  expect(await ill.run('doctor --json')).toBe(10);
  expect(JSON.parse(ill.screen)).toMatchObject({ ok: false });
});

test('doctor finds a log with findings, a clock that is wrong, and a server that is away', async () => {
  const findings = [
    { code: 'ROOT_CHANGED', says: 'The log was rewritten.', index: 3, about: null },
  ];
  const m = machine({
    says: ({ path }) =>
      path === 'health'
        ? wire({ ok: true, version: '1', now: 1_060_000, parts: [] })
        : path.endsWith('/audit')
          ? wire({ size: 7, findings })
          : null,
  });
  expect(await m.run('doctor')).toBe(10);
  expect(m.screen).toMatch(/✗ {2}clock {3}60 s behind/);
  expect(m.screen).toMatch(/✗ {2}record {2}1 findings: The log was rewritten/);
  const away = machine({ env: { COUNTERSIGN_URL: 'http://nobody.test', COUNTERSIGN_KEY: 'k' } });
  expect(await away.run('doctor')).toBe(10);
  expect(away.screen).toMatch(/✗ {2}server/);
});
