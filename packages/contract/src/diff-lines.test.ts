import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './diff-lines.ts';

const of = (from: string, to: string) =>
  diffLines(from, to).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`,
  );

test('names the lines that were removed and added, in their order', () => {
  expect(of('a\nb\nc\nd', 'a\nx\nc\ny\nd')).toEqual([' a', '-b', '+x', ' c', '+y', ' d']);
  expect(of('a', 'a')).toEqual([' a']);
  expect(of('', 'a')).toEqual(['-', '+a']);
});

test('gives back both texts, whatever they are', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((all) => all.join('\n'));
  fc.assert(
    fc.property(text, text, (from, to) => {
      const lines = diffLines(from, to);
      const side = (left: string) =>
        lines.filter(({ kind }) => kind !== left).map(({ text: line }) => line);
      expect(side('added').join('\n')).toBe(from);
      expect(side('removed').join('\n')).toBe(to);
    }),
  );
});

test('of two long texts that share nothing, takes one away whole and adds the other', () => {
  const long = (mark: string) => Array.from({ length: 2_500 }, (_, n) => `${mark}${n}`).join('\n');
  const lines = diffLines(long('a'), long('b'));
  expect(lines.slice(0, 2_500).every(({ kind }) => kind === 'removed')).toBe(true);
  expect(lines).toHaveLength(5_000);
});
