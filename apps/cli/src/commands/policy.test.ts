import { policyTestSchema } from '@countersign/contract';
import { expect, test } from 'vitest';
import { machine, type Says } from '../testing/machine.ts';
import { wire } from '../testing/some-words.ts';

const TEST = policyTestSchema.parse({
  ...{ name: 'sends', role: 'user', act: 'send', tool: 'mail.send', expect: 'deny' },
});
const IN_FORCE = {
  ...{ number: 3, version: 'a', cedar: 'permit (principal, action, resource);', tests: [TEST] },
  ...{ note: '', at: 1, by: 'usr_1', acceptedBy: null },
};
const CHECK = {
  problems: [],
  findings: [
    {
      ...{ rule: 'inverted', policy: 'x', line: 2, column: 3, says: 'It is harder on the clean.' },
      remedy: 'Turn it around.',
    },
  ],
  tests: [{ name: 'sends', ok: false, expected: 'deny', actual: 'allow', policies: [] }],
};
const page = (next: string | null) => ({
  ...{ runs: 50, calls: 100, changed: 1, uncertain: 2, leftOut: 0, next, unsaid: [] },
  recorded: { allowed: 100, held: 0, refused: 0 },
  would: { allowed: 99, held: 0, refused: 1 },
  differences: [
    {
      ...{ run: 'run_1', call: 'run_1.1', agent: 'agt_1', action: 'mail.send', at: 1 },
      recorded: { kind: 'allowed', says: 'Nothing is missing.', policies: [] },
      would: { kind: 'refused', says: 'The policies do not permit this.', policies: [] },
      unsaid: null,
    },
  ],
});

const says: Says = ({ method, path, body }) => {
  if (path === 'workspaces/ws_1/policy')
    return wire(method === 'PUT' ? { ...IN_FORCE, number: 4 } : IN_FORCE);
  if (path.endsWith('policy/check')) return wire(CHECK);
  if (path.endsWith('policy/proposals')) return wire({ id: 'prp_1' });
  if (path.endsWith('policy/simulate'))
    return wire(page(JSON.stringify(body).includes('run_9') ? null : 'run_9'));
  return null;
};
const disk = { 'p.cedar': '// mine', 't.json': JSON.stringify([TEST]), 'bad.json': '{' };

test('policy show prints the text, or its tests', async () => {
  const m = machine({ says });
  expect(await m.run('policy show')).toBe(0);
  expect(m.screen).toBe(`${IN_FORCE.cedar}\n`);
  expect(await m.run('policy show --tests')).toBe(0);
  expect(m.screen).toContain('"name": "sends"');
});

test('policy lint names places and ways out, and ends with a code for programs', async () => {
  const m = machine({ says, disk });
  expect(await m.run('policy lint p.cedar')).toBe(10);
  expect(m.screen).toContain('2:3: It is harder on the clean. (inverted “x”)');
  expect(m.screen).toContain('Turn it around.');
  expect(m.got.at(-1)?.body).toMatchObject({ cedar: '// mine' });
  expect(await m.run('policy lint none.cedar')).toBe(2);
});

test('policy test runs the tests in force on a file, or those of another file', async () => {
  const m = machine({ says, disk });
  expect(await m.run('policy test p.cedar')).toBe(10);
  expect(m.screen).toContain('FAIL sends: allow, not deny');
  expect(m.got.at(-1)?.body).toMatchObject({ cedar: '// mine', tests: [{ name: 'sends' }] });
  expect(await m.run('policy test p.cedar --tests bad.json')).toBe(2);
  expect(m.errors).toContain('no list of tests');
});

test('policy simulate adds the pages up, and stops at the runs it was told', async () => {
  const m = machine({ says, disk });
  expect(await m.run('policy simulate p.cedar --mode strict')).toBe(0);
  expect(m.screen).toMatch(/run_1.*mail\.send.*allowed -> refused/);
  expect(m.screen).toContain('2 of 200 decisions in 100 runs would have gone otherwise.');
  expect(m.screen).toContain('Of 4 more it cannot be said');
  expect(m.got.at(-1)?.body).toMatchObject({ mode: 'strict', before: 'run_9' });
  expect(await m.run('policy simulate --runs 10')).toBe(0);
  expect(m.screen).toContain('It stopped there');
  expect(await m.run('policy simulate --mode lax')).toBe(2);
});

test('policy set puts a file in force on the version it read, and proposes it where it must', async () => {
  const m = machine({ says, disk });
  expect(await m.run('policy set p.cedar --tests t.json --note Why')).toBe(0);
  expect(m.screen).toContain('Version 4 is in force.');
  expect(m.got.at(-1)?.body).toMatchObject({ cedar: '// mine', number: 3, note: 'Why' });
  const two = machine({
    disk,
    says: (got) =>
      got.method === 'PUT'
        ? Response.json({ error: { code: 'HTTP_TWO_PERSONS', message: 'Two.' } }, { status: 409 })
        : says(got),
  });
  expect(await two.run('policy set p.cedar')).toBe(0);
  expect(two.screen).toContain('Proposed as prp_1');
});
