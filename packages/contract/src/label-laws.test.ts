import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INTEGRITIES,
  type Json,
  join,
  joinAll,
  type Label,
  label,
  labelAt,
  labelOfAll,
  leavesOf,
  mayRead,
  PROVENANCE_LIMIT,
  type Provenance,
  type Readers,
  SYSTEM,
} from './index.ts';

/** Everybody whose right to read is asked about, those that no reader set names too. */
const WHO = [
  'user:usr_1',
  'user:usr_2',
  'workspace:ws_1',
  'mail:ann@example.com',
  'mail:bob@example.com',
  'mail:eve@evil.test',
  'host:api.example.com',
  'host:elsewhere.test',
];
const NAMED = [...WHO.slice(0, 7), 'maildomain:example.com', 'maildomain:evil.test'];

/** Sizes around the limit, where what is exact turns into `many`, come as often as small ones. */
const sources = fc
  .tuple(fc.constantFrom(0, 1, 3, 31, 32, 33, 63, 64, 65, 90), fc.nat({ max: 60 }))
  .map(([count, from]) => Array.from({ length: count }, (_, i) => `msg_${from + i}#/body`));
const readers: fc.Arbitrary<Readers> = fc.oneof(fc.constant('public' as const), fc.subarray(NAMED));
const anyLabel: fc.Arbitrary<Label> = fc
  .tuple(fc.constantFrom(...INTEGRITIES), readers, sources)
  .map(([integrity, who, from]) => label(integrity, who, from));
/** Labels as they come about: joins of several, so that `many` and intersected readers occur as inputs. */
const joined = fc.array(anyLabel, { minLength: 1, maxLength: 4 }).map(joinAll);

const rank = (one: Label) => INTEGRITIES.indexOf(one.integrity);
const allowed = (one: Label) => WHO.filter((who) => mayRead(one.readers, who));

/** What a label says, by meaning: the count of `many` is a lower bound and no part of it. */
function meaning(one: Label) {
  const { provenance } = one;
  return {
    integrity: one.integrity,
    readers: one.readers === 'public' ? 'public' : allowed(one),
    from: provenance.kind === 'many' ? 'many' : provenance.sources,
  };
}

/** Whether every source that `inner` knows stands in `outer`, or `outer` says that there are too many to keep. */
function isKept(inner: Provenance, outer: Provenance): boolean {
  if (outer.kind === 'many') return true;
  return inner.kind === 'sources' && inner.sources.every((one) => outer.sources.includes(one));
}

function isNoBetter(one: Label, than: Label): boolean {
  return (
    rank(one) >= rank(than) &&
    allowed(one).every((who) => mayRead(than.readers, who)) &&
    (one.readers !== 'public' || than.readers === 'public') &&
    isKept(than.provenance, one.provenance)
  );
}

const RUNS = { numRuns: 400 };

describe('the algebra of labels', () => {
  it('is associative', () => {
    fc.assert(
      fc.property(joined, joined, joined, (a, b, c) => {
        expect(meaning(join(join(a, b), c))).toEqual(meaning(join(a, join(b, c))));
      }),
      RUNS,
    );
  });

  it('is commutative', () => {
    fc.assert(
      fc.property(joined, joined, (a, b) => {
        expect(meaning(join(a, b))).toEqual(meaning(join(b, a)));
      }),
      RUNS,
    );
  });

  it('is idempotent, to the byte', () => {
    fc.assert(
      fc.property(joined, (a) => {
        expect(join(a, a)).toEqual(a);
      }),
      RUNS,
    );
  });

  it('has the best label as its neutral element, and gives it for nothing', () => {
    expect(joinAll([])).toBe(SYSTEM);
    fc.assert(
      fc.property(joined, (a) => {
        for (const best of [SYSTEM, label('system')]) {
          expect(join(a, best)).toEqual(a);
          expect(join(best, a)).toEqual(a);
        }
      }),
      RUNS,
    );
  });

  it('is monotone: a worse input never gives a better join', () => {
    fc.assert(
      fc.property(joined, joined, joined, (a, more, other) => {
        expect(isNoBetter(join(join(a, more), other), join(a, other))).toBe(true);
      }),
      RUNS,
    );
  });

  it('never gives a label that is better than an input in integrity, readers or provenance', () => {
    fc.assert(
      fc.property(fc.array(joined, { minLength: 1, maxLength: 6 }), (all) => {
        const one = joinAll(all);
        for (const input of all) expect(isNoBetter(one, input)).toBe(true);
      }),
      RUNS,
    );
  });

  it('gives the best such label: nothing is worse than its inputs make it', () => {
    fc.assert(
      fc.property(joined, joined, (a, b) => {
        const both = join(a, b);
        expect(rank(both)).toBe(Math.max(rank(a), rank(b)));
        expect(allowed(both)).toEqual(allowed(a).filter((who) => mayRead(b.readers, who)));
        expect(both.readers === 'public').toBe(a.readers === 'public' && b.readers === 'public');
      }),
      RUNS,
    );
  });

  it('knows each source up to the limit, then that there are many, and never none', () => {
    fc.assert(
      fc.property(fc.array(sources, { minLength: 1, maxLength: 5 }), (lists) => {
        const one = joinAll(lists.map((list) => label('untrusted', [], list))).provenance;
        const all = [...new Set(lists.flat())].sort();
        if (all.length <= PROVENANCE_LIMIT) expect(one).toEqual({ kind: 'sources', sources: all });
        else {
          expect(one.kind).toBe('many');
          // A lower bound that is never below the limit it passed, nor above what there is.
          const { atLeast } = one as Extract<Provenance, { kind: 'many' }>;
          expect(atLeast).toBeGreaterThan(PROVENANCE_LIMIT);
          expect(atLeast).toBeLessThanOrEqual(all.length);
        }
      }),
      RUNS,
    );
  });

  it('says the same of a label that was written down and read again', () => {
    fc.assert(
      fc.property(joined, joined, (a, b) => {
        const copy = JSON.parse(JSON.stringify(a)) as Label;
        expect(join(copy, b)).toEqual(join(a, b));
        expect(join(b, copy)).toEqual(join(b, a));
      }),
      RUNS,
    );
  });
});

describe('the label of all that a value holds', () => {
  it('is no better than the label of any of its leaves', () => {
    const place = fc.constantFrom('', '/a', '/a/0', '/a/1', '/b', '/b/c', '/*');
    fc.assert(
      fc.property(joined, fc.dictionary(place, joined), (whole, leaves) => {
        const value: Json = { a: ['x', { d: null }], b: { c: 1 }, '*': [] };
        const all = labelOfAll({ value, label: whole, leaves });
        for (const { pointer } of leavesOf(value))
          expect(isNoBetter(all, labelAt({ label: whole, leaves }, pointer))).toBe(true);
      }),
      RUNS,
    );
  });
});
