import { expect, test } from 'vitest';
import { type Abilities, chooseRunAs, invocation } from './run-as.ts';

const can = (changes: Partial<Abilities>): Abilities => ({
  root: true,
  namespace: () => true,
  passing: () => true,
  reachable: () => true,
  ...changes,
});
const nobody = { uid: 65_534, gid: 65_534 };

test('who is not root runs it as itself', () => {
  expect(chooseRunAs(can({ root: false }), null, [])).toEqual({ kind: 'self' });
});

test('root prefers a user namespace, in which the files stay its own', () => {
  expect(chooseRunAs(can({ reachable: () => false }), null, [])).toEqual({ kind: 'namespace' });
});

test('without namespaces root becomes nobody, with as few rights as the folders allow', () => {
  const closed = { namespace: () => false };
  expect(chooseRunAs(can(closed), null, ['/a'])).toEqual({ kind: 'user', ...nobody });
  expect(chooseRunAs(can({ ...closed, reachable: () => false }), null, ['/a'])).toEqual({
    kind: 'passing',
    ...nobody,
  });
});

test('where nothing helps there is no way', () => {
  const none = can({ namespace: () => false, passing: () => false, reachable: () => false });
  expect(chooseRunAs(none, null, ['/a'])).toBeNull();
});

test('a cluster stays its owner’s, also when root starts it', () => {
  const owner = { uid: 1000, gid: 100 };
  expect(chooseRunAs(can({}), owner, ['/a'])).toEqual({ kind: 'user', ...owner });
  expect(chooseRunAs(can({ reachable: () => false }), owner, ['/a'])).toEqual({
    kind: 'passing',
    ...owner,
  });
  expect(chooseRunAs(can({}), { uid: 0, gid: 0 }, ['/a'])).toEqual({ kind: 'namespace' });
});

test('a mortal program is tied to us by the last command before it, and never by a shell', () => {
  const args = ['-D', '/a b'];
  expect(invocation({ kind: 'self' }, '/pg', args, false)).toEqual({ command: '/pg', args });
  const { command, args: rest } = invocation({ kind: 'namespace' }, '/pg', args, true);
  expect(command).toBe('unshare');
  expect(rest.slice(-7)).toEqual(['setpriv', '--pdeathsig', 'TERM', '--', '/pg', '-D', '/a b']);
});
