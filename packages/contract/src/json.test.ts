import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  at,
  child,
  covers,
  isJsonObject,
  type Json,
  leavesOf,
  mostSpecific,
  tokensOf,
} from './index.ts';

describe('JSON pointers', () => {
  it.each([
    ['', { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, ' ': 7 }],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/m~0n', 8],
    ['/ ', 7],
  ])('reads %j as RFC 6901 section 5 does', (pointer, value) => {
    const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, ' ': 7 };
    expect(at(document, pointer)).toEqual(value);
  });

  it.each([
    '/foo/2',
    '/foo/-1',
    '/foo/',
    '/foo/01',
    '/foo/1e0',
    '/foo/ 1',
    '/foo/length',
    '/foo/-',
    '/nope',
    '/foo/0/x',
  ])('finds nothing at %j', (pointer) => {
    expect(at({ foo: ['bar', 'baz'] }, pointer)).toBeUndefined();
  });

  it('never reaches what an object inherits', () => {
    expect(at({}, '/constructor')).toBeUndefined();
    expect(at({}, '/__proto__/toString')).toBeUndefined();
    expect(at(JSON.parse('{"__proto__":1}'), '/__proto__')).toBe(1);
  });

  it('undoes the escaping of a token, for any token', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        const pointer = tokens.reduce((here, token) => child(here, token), '');
        expect(tokensOf(pointer)).toEqual(tokens);
      }),
    );
  });
});

describe('leaves', () => {
  it('name every scalar and every empty container, in document order', () => {
    expect(leavesOf({ a: [1, { b: null }], c: {}, d: [], 'x/y': 'z' })).toEqual([
      { pointer: '/a/0', value: 1 },
      { pointer: '/a/1/b', value: null },
      { pointer: '/c', value: {} },
      { pointer: '/d', value: [] },
      { pointer: '/x~1y', value: 'z' },
    ]);
  });

  it('are where their pointers say, and none is missed', () => {
    const count = (value: Json): number => {
      const parts = Array.isArray(value)
        ? (value as readonly Json[])
        : isJsonObject(value)
          ? Object.values(value)
          : [];
      return parts.length === 0 ? 1 : parts.reduce<number>((sum, part) => sum + count(part), 0);
    };
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        const value = JSON.parse(JSON.stringify(raw)) as Json;
        const leaves = leavesOf(value);
        expect(leaves.length).toBe(count(value));
        for (const leaf of leaves) expect(at(value, leaf.pointer)).toEqual(leaf.value);
      }),
    );
  });
});

describe('patterns', () => {
  it('cover their place, everything below it, and any token where they have a star', () => {
    expect(covers('/to', '/to')).toBe(true);
    expect(covers('/to', '/to/0')).toBe(true);
    expect(covers('/to/*', '/to/0')).toBe(true);
    expect(covers('/a/*/id', '/a/7/id')).toBe(true);
    expect(covers('', '/anything')).toBe(true);
    expect(covers('/to/*', '/to')).toBe(false);
    expect(covers('/to', '/topic')).toBe(false);
    expect(covers('/a/*/id', '/a/7/name')).toBe(false);
  });

  it('give way to a longer one, and a star to a literal token of the same length', () => {
    const classes = { '/a': 1, '/a/*': 2, '/a/b': 3, '/a/*/c': 4 };
    expect(mostSpecific(classes, '/a')).toBe(1);
    expect(mostSpecific(classes, '/a/x')).toBe(2);
    expect(mostSpecific(classes, '/a/b')).toBe(3);
    expect(mostSpecific(classes, '/a/b/c')).toBe(4);
    expect(mostSpecific(classes, '/z')).toBeUndefined();
  });
});
