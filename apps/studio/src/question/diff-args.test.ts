import { describe, expect, it } from 'vitest';
import { diffArgs } from './diff-args.ts';

describe('diffArgs', () => {
  it('finds nothing between arguments that only differ in the order of their keys', () => {
    expect(diffArgs({ a: 1, b: { c: [true] } }, { b: { c: [true] }, a: 1 })).toEqual([]);
  });

  it('names each leaf that was changed, added or removed', () => {
    const before = { to: ['eve@example.com'], subject: 'x', cc: ['bob@example.com'] };
    const after = { to: ['ann@example.com', 'tom@example.com'], subject: 'x' };
    expect(diffArgs(before, after)).toEqual([
      { kind: 'changed', pointer: '/to/0', from: 'eve@example.com', to: 'ann@example.com' },
      { kind: 'added', pointer: '/to/1', to: 'tom@example.com' },
      { kind: 'removed', pointer: '/cc/0', from: 'bob@example.com' },
    ]);
  });

  it('sees a change that does not show: look-alike letters, blanks, types', () => {
    expect(diffArgs({ a: 'lum\u0435n' }, { a: 'lumen' })).toHaveLength(1);
    expect(diffArgs({ a: 'x' }, { a: 'x ' })).toHaveLength(1);
    expect(diffArgs({ a: 1 }, { a: '1' })).toHaveLength(1);
    expect(diffArgs({ a: null }, {})).toHaveLength(1);
    expect(diffArgs({ a: [] }, { a: {} })).toHaveLength(1);
  });
});
