import { describe, expect, it } from 'vitest';
import { isBlock } from './pasted.ts';

describe('isBlock', () => {
  it('leaves a pasted address, amount or few lines in the text', () => {
    for (const text of ['bob@example.com', 'one\ntwo\nthree', 'one\ntwo\nthree\n\n'])
      expect(isBlock(text)).toBe(false);
  });

  it('keeps pasted pages apart, whatever their line ends', () => {
    for (const text of ['1\n2\n3\n4', '1\r\n2\r\n3\r\n4', '1\r2\r3\r4', 'x'.repeat(281)])
      expect(isBlock(text)).toBe(true);
  });
});
