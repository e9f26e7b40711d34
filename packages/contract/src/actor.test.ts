import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { narrow, type RunGrant } from './index.ts';

const ACTIONS = ['mail.read', 'mail.send', 'mail.delete', 'http.request', 'table.insert'];
const CONNECTIONS = ['con_1', 'con_2', 'con_3'];

const wanted = fc.record({
  actions: fc.array(fc.constantFrom(...ACTIONS)),
  connections: fc.array(fc.constantFrom(...CONNECTIONS)),
  expiresAt: fc.nat(),
});

/** A tree of wishes: what each child asks for, whatever its parent has. */
interface Wish {
  readonly wanted: Pick<RunGrant, 'actions' | 'connections' | 'expiresAt'>;
  readonly children: readonly Wish[];
}
const { tree } = fc.letrec<{ tree: Wish }>((tie) => ({
  tree: fc.record({
    wanted,
    children: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('tree'), { minLength: 1, maxLength: 2 }),
    ),
  }),
}));

function atMost(child: RunGrant, parent: RunGrant): boolean {
  return (
    child.actions.every((action) => parent.actions.includes(action)) &&
    child.connections.every((connection) => parent.connections.includes(connection)) &&
    child.expiresAt <= parent.expiresAt
  );
}

/** Hands each wish down the tree; gives the number of grants that had something an ancestor had not. */
function excesses(wish: Wish, ancestors: readonly RunGrant[], name: string): number {
  const parent = ancestors[ancestors.length - 1];
  const grant: RunGrant =
    parent === undefined
      ? { ...wish.wanted, ancestors: [] }
      : narrow(parent, name.slice(0, name.lastIndexOf('.')), wish.wanted);
  const mine = ancestors.filter((ancestor) => !atMost(grant, ancestor)).length;
  const lineage = grant.ancestors.length === ancestors.length ? 0 : 1;
  return wish.children.reduce(
    (sum, child, index) => sum + excesses(child, [...ancestors, grant], `${name}.${index}`),
    mine + lineage,
  );
}

function depth(wish: Wish): number {
  return 1 + Math.max(0, ...wish.children.map(depth));
}

describe('a child run', () => {
  it('never has more than any of its ancestors, in 100,000 random trees', () => {
    let deepest = 0;
    fc.assert(
      fc.property(tree, (root) => {
        deepest = Math.max(deepest, depth(root));
        return excesses(root, [], 'run') === 0;
      }),
      { numRuns: 100_000 },
    );
    expect(deepest).toBeGreaterThan(3);
  }, 60_000);

  it('gets what it asks for where its parent has it', () => {
    const parent: RunGrant = {
      actions: ['mail.read', 'mail.send'],
      connections: ['con_1', 'con_2'],
      expiresAt: 100,
      ancestors: ['run_0'],
    };
    const asked = { actions: ['mail.read', 'mail.delete'], connections: ['con_2'], expiresAt: 50 };
    expect(narrow(parent, 'run_1', asked)).toEqual({
      actions: ['mail.read'],
      connections: ['con_2'],
      expiresAt: 50,
      ancestors: ['run_0', 'run_1'],
    });
  });

  it('ends no later than its parent', () => {
    const parent: RunGrant = { actions: [], connections: [], expiresAt: 100, ancestors: [] };
    const asked = { actions: [], connections: [], expiresAt: 1000 };
    expect(narrow(parent, 'run_1', asked).expiresAt).toBe(100);
  });
});
