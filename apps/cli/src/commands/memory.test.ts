import { label, type MemoryItem } from '@countersign/contract';
import { expect, test } from 'vitest';
import { machine, type Says } from '../testing/machine.ts';
import { wire } from '../testing/some-words.ts';

const item: MemoryItem = {
  ...{ id: 'mem_1', person: 'usr_1', agent: 'agt_1', text: 'Pay \u202eEve" now', run: 'run_1' },
  ...{ label: label('untrusted', ['user:usr_1'], ['msg_1#/text']), call: 'run_1.2' },
  ...{ createdAt: 1, expiresAt: 9e15, supersedes: 'mem_0', status: 'waiting', before: null },
  ...{ rollback: null, changedAt: null, changedBy: null, reviewedBy: null, reviewedAt: null },
};

function remembering(items: readonly MemoryItem[] = [item]): Says {
  return ({ method, path, body }) => {
    if (path.startsWith('workspaces/ws_1/memories?')) return wire({ items, next: null });
    if (path === 'workspaces/ws_1/memories/rollback') {
      const isShown = Object.hasOwn(body as object, 'memories');
      return wire({ rollback: isShown ? 'rbk_1' : null, items, untold: [] });
    }
    const isOne = path.startsWith('workspaces/ws_1/memories/mem_1');
    return isOne && (method === 'GET' || method === 'DELETE') ? wire(item) : null;
  };
}

const sent = (m: ReturnType<typeof machine>) =>
  m.got.filter(({ path }) => path.includes('memories')).map(({ path, body }) => ({ path, body }));

test('memory list shows text quoted and with nothing that moves it', async () => {
  const m = machine({ says: remembering() });
  expect(await m.run('memory list --waiting')).toBe(0);
  expect(m.screen).toMatch(/mem_1.*agt_1.*waiting.*untrusted/);
  expect(m.screen).toContain('Eve\\"');
  expect(m.screen).not.toContain('\u202e');
  expect(sent(m)[0]?.path).toContain('status=waiting');
});

test('memory list leaves out what is read no more, and says so where there is nothing', async () => {
  const m = machine({ says: remembering([{ ...item, status: 'rejected' }]) });
  expect(await m.run('memory list')).toBe(0);
  expect(m.screen).toContain('Nothing is remembered.');
  expect(await m.run('memory list --all')).toBe(0);
  expect(m.screen).toContain('rejected');
});

test('memory show says the label and where it came from', async () => {
  const m = machine({ says: remembering() });
  expect(await m.run('memory show mem_1')).toBe(0);
  for (const word of ['untrusted', 'msg_1#/text', 'run_1.2', 'user:usr_1', 'mem_0'])
    expect(m.screen).toContain(word);
});

test('memory forget deletes, and erases where it is said', async () => {
  const m = machine({ says: remembering() });
  expect(await m.run('memory forget mem_1')).toBe(0);
  expect(await m.run('memory forget mem_1 --erase')).toBe(0);
  expect(sent(m).map(({ path }) => path)).toEqual([
    'workspaces/ws_1/memories/mem_1',
    'workspaces/ws_1/memories/mem_1?erase=true',
  ]);
});

test('memory rollback shows what would go, asks, and takes exactly that', async () => {
  const m = machine({ says: remembering(), isInteractive: true, answers: ['y'] });
  expect(await m.run('memory rollback msg_1')).toBe(0);
  expect(m.asked.join()).toContain('this memory');
  expect(sent(m).map(({ body }) => body)).toEqual([
    { source: 'msg_1' },
    { source: 'msg_1', memories: ['mem_1'] },
  ]);
  expect(m.screen).toContain('rbk_1');
});

test('memory rollback changes nothing without a yes, or where nothing came from there', async () => {
  const no = machine({ says: remembering(), isInteractive: true, answers: ['n'] });
  expect(await no.run('memory rollback msg_1')).toBe(0);
  const nothing = machine({ says: remembering([]) });
  expect(await nothing.run('memory rollback msg_1')).toBe(0);
  expect(nothing.screen).toContain('No memory came from there.');
  expect([sent(no).length, sent(nothing).length]).toEqual([1, 1]);
  const unasked = machine({ says: remembering() });
  expect(await unasked.run('memory rollback msg_1')).toBe(2);
  expect(sent(unasked)).toHaveLength(1);
});
