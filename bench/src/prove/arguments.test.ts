import { expect, test } from 'vitest';
import { readRequest } from './arguments.ts';

const KNOWN = ['hijack', 'ssrf'];

test('without words every proof of the repository is asked for', () => {
  expect(readRequest([], KNOWN)).toEqual({ names: [], cases: null, scale: 1, json: false });
});

test('names, cases, scale and form are read in any order', () => {
  expect(readRequest(['--json', '--scale', '2', 'ssrf', '--cases', 'a.json'], KNOWN)).toEqual({
    names: ['ssrf'],
    cases: 'a.json',
    scale: 2,
    json: true,
  });
});

test.each([
  [['sssrf'], 'There is no proof “sssrf”. There are: hijack, ssrf.'],
  [['--cases'], '--cases needs a value.'],
  [['ssrf', '--scale', '0'], '--scale takes a number above 0.'],
  [['ssrf', '--scale', 'much'], '--scale takes a number above 0.'],
  [['--cases', 'a.json'], '--cases goes with exactly one proof'],
  [['hijack', 'ssrf', '--cases', 'a.json'], '--cases goes with exactly one proof'],
])('%j is refused in words for the user', (words, says) => {
  expect(() => readRequest(words, KNOWN)).toThrow(says);
});
