import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INTEGRITIES,
  isTainted,
  join,
  joinAll,
  type Label,
  label,
  labelAt,
  labelOfAll,
  mayRead,
  noBetterThan,
  PROVENANCE_LIMIT,
  SYSTEM,
} from './index.ts';

const reader = fc.constantFrom(
  'user:usr_1',
  'user:usr_2',
  'workspace:ws_1',
  'mail:ann@example.com',
  'mail:bob@example.com',
  'mail:eve@evil.test',
  'maildomain:example.com',
  'host:api.example.com',
);
const anyLabel: fc.Arbitrary<Label> = fc
  .tuple(
    fc.constantFrom(...INTEGRITIES),
    fc.oneof(fc.constant('public' as const), fc.array(reader, { maxLength: 5 })),
    fc.array(
      fc.nat({ max: 90 }).map((n) => `msg_${n}#/body`),
      { maxLength: 90 },
    ),
  )
  .map(([integrity, readers, sources]) => label(integrity, readers, sources));

/** What decides of a label: provenance counts (`many` is a lower bound) are compared by their kind. */
function weight(one: Label) {
  const { provenance } = one;
  return {
    integrity: one.integrity,
    readers: one.readers,
    provenance: provenance.kind === 'many' ? 'many' : provenance.sources,
  };
}

describe('the join of labels', () => {
  it('is as bad as the worst of both', () => {
    const a = label('principal', ['user:usr_1', 'user:usr_2'], ['a#']);
    const b = label('untrusted', ['user:usr_2', 'mail:x@y.z'], ['b#']);
    expect(join(a, b)).toEqual(label('untrusted', ['user:usr_2'], ['a#', 'b#']));
  });

  it('is never better than either', () => {
    fc.assert(
      fc.property(anyLabel, anyLabel, (a, b) => {
        const both = join(a, b);
        expect(noBetterThan(both, a)).toBe(true);
        expect(noBetterThan(both, b)).toBe(true);
      }),
    );
  });

  it('lets nobody read who may not read both, and everybody who may', () => {
    fc.assert(
      fc.property(anyLabel, anyLabel, reader, (a, b, who) => {
        expect(mayRead(join(a, b).readers, who)).toBe(
          mayRead(a.readers, who) && mayRead(b.readers, who),
        );
      }),
    );
  });

  it('does not depend on order or grouping, and joining again changes nothing', () => {
    fc.assert(
      fc.property(anyLabel, anyLabel, anyLabel, (a, b, c) => {
        expect(weight(join(a, b))).toEqual(weight(join(b, a)));
        expect(weight(join(join(a, b), c))).toEqual(weight(join(a, join(b, c))));
        expect(weight(join(a, a))).toEqual(weight(a));
        expect(weight(join(join(a, b), b))).toEqual(weight(join(a, b)));
      }),
    );
  });

  it('of nothing is the best label, which changes none it is joined with', () => {
    expect(joinAll([])).toBe(SYSTEM);
    fc.assert(
      fc.property(anyLabel, (a) => {
        expect(weight(join(a, SYSTEM))).toEqual(weight(a));
        expect(weight(join(SYSTEM, a))).toEqual(weight(a));
        expect(weight(join(a, label('system')))).toEqual(weight(a));
      }),
    );
  });

  it('keeps every source, or says that there are too many to keep', () => {
    fc.assert(
      fc.property(anyLabel, anyLabel, (a, b) => {
        const kept = join(a, b).provenance;
        if (a.provenance.kind === 'many' || b.provenance.kind === 'many') {
          expect(kept.kind).toBe('many');
          return;
        }
        const sources = new Set([...a.provenance.sources, ...b.provenance.sources]);
        if (sources.size > PROVENANCE_LIMIT)
          expect(kept).toEqual({ kind: 'many', atLeast: sources.size });
        else expect(kept).toEqual({ kind: 'sources', sources: [...sources].sort() });
      }),
    );
  });

  it('is frozen, so that nobody improves a label in place', () => {
    const both = join(label('principal'), label('untrusted', ['user:usr_1'], ['a#']));
    expect(Object.isFrozen(both)).toBe(true);
    expect(Object.isFrozen(both.readers)).toBe(true);
    expect(Object.isFrozen(SYSTEM)).toBe(true);
  });
});

describe('a label', () => {
  it('is tainted from `untrusted` on', () => {
    expect(INTEGRITIES.map(isTainted)).toEqual([false, false, true, true]);
  });

  it('is no better than another only with integrity at least as bad and no reader more', () => {
    const bound = label('untrusted', ['user:usr_1', 'maildomain:example.com']);
    expect(noBetterThan(label('hostile', []), bound)).toBe(true);
    expect(noBetterThan(label('untrusted', ['mail:ann@example.com']), bound)).toBe(true);
    expect(noBetterThan(label('principal', ['user:usr_1']), bound)).toBe(false);
    expect(noBetterThan(label('untrusted', ['user:usr_2']), bound)).toBe(false);
    expect(noBetterThan(label('untrusted', 'public'), bound)).toBe(false);
    expect(noBetterThan(label('untrusted', ['user:usr_1']), label('untrusted'))).toBe(true);
  });

  it('with a mail domain among its readers covers the addresses of that very domain', () => {
    expect(mayRead(['maildomain:example.com'], 'mail:ann@example.com')).toBe(true);
    expect(mayRead(['maildomain:example.com'], 'mail:ann@sub.example.com')).toBe(false);
    expect(mayRead(['maildomain:example.com'], 'mail:ann@example.com@evil.test')).toBe(false);
    expect(mayRead(['maildomain:example.com'], 'host:example.com')).toBe(false);
    expect(mayRead([], 'user:usr_1')).toBe(false);
  });
});

describe('the label of a part', () => {
  const whole = label('untrusted', ['user:usr_1']);
  const own = label('system', ['user:usr_1']);

  it('is that of the longest pointer above it, or the whole value’s', () => {
    const worst = label('hostile', []);
    const labelled = { label: whole, leaves: { '/a': own, '/a/b': worst } };
    expect(labelAt(labelled, '/a/x')).toBe(own);
    expect(labelAt(labelled, '/a/b/c')).toBe(worst);
    expect(labelAt(labelled, '/ab')).toBe(whole);
    expect(labelAt(labelled, '')).toBe(whole);
  });

  it('is not that of a neighbour whose key is a star', () => {
    expect(labelAt({ label: whole, leaves: { '/rows/*': own } }, '/rows/0')).toBe(whole);
  });

  it('counts in the label of all that a value holds', () => {
    const value = { a: 1, b: 2 };
    expect(labelOfAll({ value, label: whole, leaves: { '/a': own, '/b': own } })).toEqual(own);
    expect(labelOfAll({ value, label: whole, leaves: { '/a': own } })).toEqual(whole);
  });
});
