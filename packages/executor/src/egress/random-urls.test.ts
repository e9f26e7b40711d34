import fc from 'fast-check';
import { expect, test } from 'vitest';
import { egressClient } from './http/client.ts';
import { ManualClock } from './proof/index.ts';

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
  const looked: string[] = [];
  const dialled: string[] = [];
  const client = egressClient({
    clock: new ManualClock(),
    resolver: {
      resolve: async (host) => {
        looked.push(host);
        return ['93.184.216.34'];
      },
    },
    dialer: {
      dial: ({ address, port }) => {
        dialled.push(`${address} ${port}`);
        return Promise.reject(new Error('nobody is there'));
      },
    },
  });
  const signal = new AbortController().signal;
  let reached = 0;
  for (const url of fc.sample(urls, RUNS)) {
    looked.length = 0;
    dialled.length = 0;
    const call = { method: 'GET', url, headers: {}, body: null, binding: null, credential: null };
    await client.fetch({ ...call, maxResponseBytes: 1, timeoutMs: 1000 }, signal);
    if (dialled.length === 0) continue;
    reached += 1;
    const parsed = new URL(url);
    const port = parsed.port === '' ? { 'http:': 80, 'https:': 443 }[parsed.protocol] : parsed.port;
    const literal = /^[\d.]+$|^\[/.test(parsed.hostname);
    const host = parsed.hostname.replace(/^\[|\]$/g, '');
    const wanted = literal
      ? { looked: [], dialled: [`${host} ${port}`] }
      : { looked: [host.replace(/\.$/, '')], dialled: [`93.184.216.34 ${port}`] };
    expect({ looked, dialled }, JSON.stringify(url)).toEqual(wanted);
  }
  expect(reached).toBeGreaterThan(RUNS / 20);
}, 60_000);
