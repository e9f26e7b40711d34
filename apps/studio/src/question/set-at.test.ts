import { describe, expect, it } from 'vitest';
import { setAt } from './set-at.ts';

describe('setAt', () => {
  const args = { to: ['a', 'b'], subject: 'x', 'a/b': { '~': 1 } };

  it('changes one leaf and leaves the rest as it was', () => {
    expect(setAt(args, '/to/1', 'c')).toEqual({ ...args, to: ['a', 'c'] });
    expect(setAt(args, '/a~1b/~0', 2)).toEqual({ ...args, 'a/b': { '~': 2 } });
    expect(args.to).toEqual(['a', 'b']);
  });

  it('adds at the end of a list, and takes items and members away', () => {
    expect(setAt(args, '/to/2', 'c')['to']).toEqual(['a', 'b', 'c']);
    expect(setAt(args, '/to/0', undefined)['to']).toEqual(['b']);
    expect(setAt(args, '/subject', undefined)).not.toHaveProperty('subject');
  });

  it('makes what is missing on the way', () => {
    expect(setAt({}, '/query/page', '2')).toEqual({ query: { page: '2' } });
  });
});
