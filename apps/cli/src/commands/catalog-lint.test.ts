import { expect, test } from 'vitest';
import { machine, type Says } from '../testing/machine.ts';
import { wire } from '../testing/some-words.ts';

const finding = (kind: string) => ({ at: '/sinks', says: `It is ${kind}.\u202e`, kind });

/** A server that finds in each descriptor what it says itself. */
const says: Says = ({ path, body }) => {
  if (path !== 'workspaces/ws_1/actions/check') return null;
  const { actions = [{ id: 'mail.send' }] } = body as { actions?: { id: string; find?: string }[] };
  return wire({
    items: actions.map(({ id, find }) => ({ action: id, findings: find ? [finding(find)] : [] })),
  });
};

test('catalog lint asks about the catalog’s own actions where no file is named', async () => {
  const m = machine({ says });
  expect(await m.run('catalog lint')).toBe(0);
  expect(m.screen).toContain('mail.send declares everything');
});

test('catalog lint takes files with one descriptor or a list, and says what is undeclared', async () => {
  const disk = {
    'a.json': JSON.stringify({ id: 'a.do', find: 'undeclared' }),
    'b.json': JSON.stringify([{ id: 'b.do' }, { id: 'c.do' }]),
  };
  const m = machine({ says, disk });
  expect(await m.run('catalog lint a.json b.json')).toBe(0);
  expect(m.screen).toMatch(/a\.do\n.*undeclared.*\/sinks It is undeclared/);
  expect(m.screen).toMatch(/b\.do declares everything\n.*c\.do declares everything/);
  expect(m.screen).not.toContain('\u202e');
});

test('catalog lint ends with 10 where an action is refused', async () => {
  const m = machine({ says, disk: { 'a.json': JSON.stringify({ id: 'a.do', find: 'refused' }) } });
  expect(await m.run('catalog lint a.json')).toBe(10);
  expect(await m.run('catalog lint a.json --json')).toBe(10);
  expect(m.screen).toContain('"kind": "refused"');
});

test('catalog lint says of a file that is not there, or no JSON, which one it is', async () => {
  const m = machine({ says, disk: { 'a.json': '{' } });
  expect(await m.run('catalog lint a.json')).toBe(2);
  expect(m.errors).toMatch(/not JSON.*a\.json/);
  expect(await m.run('catalog lint none.json')).toBe(2);
  expect(m.got.some(({ path }) => path.includes('actions'))).toBe(false);
});
