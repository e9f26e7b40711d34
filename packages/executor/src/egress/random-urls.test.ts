import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openParserRange } from './proof/index.ts';

const RUNS = 100_000;

/** Pieces that parsers disagree on, in any order. */
const pieces = fc.constantFrom(
  'http://',
  'https://',
  'HTTP:',
  '//',
  '/',
  '\\',
  '@',
  ':',
  ':80',
  ':443',
  '#',
  '?',
  '.',
  '..',
  '%2e',
  '%40',
  '%00',
  '[',
  ']',
  '::1',
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '①②⑦.0.0.1',
  'allowed.example',
  'evil.example.com',
  'xn--e1afmkfd',
  'ß',
  'ＥＸ',
  'İ',
  ' ',
  '\t',
  '\n',
  '\u00ad',
  '\u3002',
  'a',
  'user:pass@',
);
const soup = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const urls = fc.oneof(
  soup,
  soup.map((rest) => `http://${rest}`),
  soup.map((rest) => `https://evil.example.com${rest}`),
  fc.webUrl(),
  fc.string({ unit: 'binary' }).map((rest) => `http://${rest}/`),
);

test('whatever the URL, the name looked up and the address dialled are those of its one parse', async () => {
  const range = openParserRange();
  let dialled = 0;
  for (const url of fc.sample(urls, RUNS)) {
    const finding = await range.check(url);
    expect(finding.mismatch, JSON.stringify(url)).toBeNull();
    if (finding.dialled) dialled += 1;
  }
  expect(dialled).toBeGreaterThan(RUNS / 20);
}, 60_000);
