import { describe, expect, it } from 'vitest';
import { sorted } from './explained.ts';
import { mutate } from './mutants.ts';
import { policyMutants } from './policy-mutants.ts';

const changes = (text: string) =>
  mutate('a.ts', text).mutants.map(({ from, to }) => `${from} -> ${to}`);

/** What mutated code gives with one of its mutants on. */
function run(text: string, on: number): unknown {
  const { text: code } = mutate('a.ts', `return (${text})`);
  return new Function('__mutant', code)((id: number) => id === on);
}

describe('mutants', () => {
  it('turn comparisons, joins of conditions, negations and literals', () => {
    expect(changes('x = a < b')).toEqual(['a < b -> ((a) <= (b))', 'a < b -> ((a) >= (b))']);
    expect(changes('x = !a')).toEqual(['!a -> (a)']);
    expect(changes('x = a && true')).toEqual(['a && true -> ((a) || (true))', 'true -> false']);
    expect(changes('x = a ?? 1')).toEqual([
      'a ?? 1 -> ((a) && (1))',
      'a ?? 1 -> (a)',
      '1 -> (1 + 1)',
    ]);
  });

  it('settle conditions, swap and drop what is done to lists, and leave calls out', () => {
    expect(changes('if (a) b();')).toEqual(['a -> true', 'a -> false', 'b(); -> (nothing)']);
    expect(changes('x = a.some(f)')).toEqual(['a.some(f) -> a.every(f)']);
    expect(changes('x = a?.filter(f)')).toEqual(['a?.filter(f) -> (a)']);
    expect(changes('x = a?.b')).toEqual(['a?.b -> (a).b']);
    expect(changes('x = /^a$/u')).toEqual(['/^a$/u -> /a$/u', '/^a$/u -> /^a/u']);
  });

  it('leave types, names, imports and prose alone', () => {
    expect(changes("import x from 'y'; type A = 'b'; const c: 'd' = e as 'd';")).toEqual([]);
    expect(changes("x = { name: f('A sentence.') }")).toEqual([]);
    expect(changes("x = { name: 'word' }")).toEqual(["'word' -> ''"]);
  });

  it('are each switched on by their number, and change nothing while they are off', () => {
    const text = '[1, 2].filter((n) => n > 1).length === 1 && !false';
    expect(run(text, 0)).toBe(true);
    const { mutants } = mutate('a.ts', `return (${text})`);
    const given = mutants.map(({ id }) => run(text, id));
    expect(given).toContain(false);
    expect(mutate('a.ts', 'x = a < b', 10).mutants[0]?.id).toBe(11);
  });

  it('of policies drop each one, turn it round, and widen it', () => {
    const text =
      '// A comment; with more.\n@id("a")\npermit (principal in Role::"user", action, resource)\nwhen { context.own };\n';
    expect(policyMutants(text).map(({ shown }) => shown)).toEqual([
      'a: dropped',
      'a: permit and forbid exchanged',
      'a: without its condition',
      'a: with its condition the other way',
      'a: for everybody',
    ]);
  });
});

describe('an explanation', () => {
  const survivor = { id: 1, path: 'a.ts', line: 3, from: 'a', to: 'b', at: 'return a;' };
  const because = 'Both give the same.';

  it('covers the change in its line, wherever that line stands', () => {
    const why = { at: 'return a;', from: 'a', to: 'b', because };
    expect(sorted([survivor], [why])).toEqual({ explained: 1, open: [], stale: [] });
  });

  it('of something else covers nothing, and is told', () => {
    const why = { at: 'return a;', from: 'a', to: 'c', because };
    expect(sorted([survivor], [why])).toMatchObject({ explained: 0, open: [survivor] });
    expect(sorted([], [why]).stale).toHaveLength(1);
  });
});
