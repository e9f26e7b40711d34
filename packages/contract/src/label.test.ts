import { describe, expect, it } from 'vitest';
import {
  INTEGRITIES,
  isTainted,
  join,
  label,
  labelAt,
  labelOfAll,
  mayRead,
  noBetterThan,
  SYSTEM,
} from './index.ts';

describe('the join of labels', () => {
  it('is as bad as the worst of both', () => {
    const a = label('principal', ['user:usr_1', 'user:usr_2'], ['a#']);
    const b = label('untrusted', ['user:usr_2', 'mail:x@y.z'], ['b#']);
    expect(join(a, b)).toEqual(label('untrusted', ['user:usr_2'], ['a#', 'b#']));
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
    expect(mayRead(['maildomain:example.com'], 'dest:ann@example.com')).toBe(false);
    expect(mayRead(['maildomain:example.com'], 'user:ann@example.com')).toBe(false);
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
