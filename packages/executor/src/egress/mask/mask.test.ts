import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MASK, Masker, masked, maskText } from './mask.ts';
import { needlesOf } from './needles.ts';

const CANARY = 'cs/K3y+"9ä~ \\7Q&zW';
const FORMS: Record<string, string> = {
  plain: CANARY,
  base64: Buffer.from(CANARY).toString('base64'),
  base64url: Buffer.from(CANARY).toString('base64url'),
  hex: Buffer.from(CANARY).toString('hex'),
  'hex, upper case': Buffer.from(CANARY).toString('hex').toUpperCase(),
  'URL-encoded': encodeURIComponent(CANARY),
  'URL-encoded, form': new URLSearchParams({ v: CANARY }).toString().slice(2),
  'URL-encoded throughout': Buffer.from(CANARY).toString('hex').replace(/../g, '%$&'),
  'JSON-escaped': JSON.stringify(CANARY).slice(1, -1),
  'JSON-escaped, slashes too': JSON.stringify(CANARY).slice(1, -1).replaceAll('/', '\\/'),
  'JSON-escaped beyond ASCII': JSON.stringify(CANARY).slice(1, -1).replace('ä', '\\u00e4'),
  reversed: [...CANARY].reverse().join(''),
  'upper case': CANARY.toUpperCase(),
  'lower case': CANARY.toLowerCase(),
  'HTML-escaped': CANARY.replace('&', '&amp;').replace('"', '&quot;'),
  'inside base64 of user and password': Buffer.from(`user:${CANARY}`).toString('base64'),
  'inside base64, one later': Buffer.from(`users:${CANARY}!`).toString('base64'),
  'inside base64url, two later': Buffer.from(`userss:${CANARY}!!`).toString('base64url'),
};

const needles = needlesOf(CANARY);

async function through(text: string, cut: (bytes: Buffer) => Buffer[]): Promise<string> {
  async function* chunks() {
    yield* cut(Buffer.from(text));
  }
  const out: Uint8Array[] = [];
  for await (const chunk of masked(chunks(), needles)) out.push(chunk);
  return Buffer.concat(out).toString();
}

/** What of a form is fixed by the secret; the characters at the edges also hold bits of the neighbours. */
function core(form: string, name: string): string {
  return name.startsWith('inside') ? form.slice(-16, -4) : form;
}

describe.each(Object.entries(FORMS))('a secret %s', (name, form) => {
  const text = `{"echo":"${form}","end":1}`;

  test('is masked in one piece', async () => {
    const out = await through(text, (bytes) => [bytes]);
    expect(out).not.toContain(core(form, name));
    expect(out).toContain(MASK.toString());
    expect(out.startsWith('{"echo":"')).toBe(true);
    expect(out.endsWith('","end":1}')).toBe(true);
  });

  test('is masked wherever it is cut in two, and byte by byte', async () => {
    const whole = await through(text, (bytes) => [bytes]);
    for (let at = 1; at < Buffer.byteLength(text); at++) {
      const out = await through(text, (bytes) => [bytes.subarray(0, at), bytes.subarray(at)]);
      expect(out).toBe(whole);
    }
    const bitten = await through(text, (bytes) => [...bytes].map((byte) => Buffer.from([byte])));
    expect(bitten).toBe(whole);
  });
});

test('text that holds no secret passes unchanged, however it is cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat(40)), (bytes, cuts) => {
      const masker = new Masker(needlesOf('correct horse battery'));
      const out: Buffer[] = [];
      let from = 0;
      for (const length of cuts) {
        out.push(masker.push(bytes.subarray(from, from + length)));
        from += length;
      }
      out.push(masker.push(bytes.subarray(from)), masker.end());
      expect(Buffer.concat(out).equals(bytes)).toBe(true);
    }),
  );
});

test('however secrets and their beginnings stand together, none is left and the cuts do not matter', () => {
  const secret = 'abcabd';
  const own = [Buffer.from('abcabd'), Buffer.from('dbacba')];
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 60 });
  fc.assert(
    fc.property(letters, fc.array(fc.integer({ min: 1, max: 7 })), (text, cuts) => {
      const bytes = Buffer.from(text);
      const whole = maskText(text, own);
      expect(whole).not.toContain(secret);
      const masker = new Masker(own);
      let out = '';
      let from = 0;
      for (const length of cuts) {
        out += masker.push(bytes.subarray(from, from + length)).toString();
        from += length;
      }
      out += masker.push(bytes.subarray(from)).toString() + masker.end().toString();
      expect(out).toBe(whole);
    }),
    { numRuns: 2000 },
  );
});

test('only bytes that could become a secret wait for the next chunk', () => {
  const masker = new Masker([Buffer.from('secret-token')]);
  expect(masker.push(Buffer.from('data: hello\n\n')).toString()).toBe('data: hello\n\n');
  expect(masker.push(Buffer.from('a secret')).toString()).toBe('a ');
  expect(masker.push(Buffer.from(' garden')).toString()).toBe('secret garden');
});

test('a text full of secrets costs no more than its length', () => {
  const text = CANARY.repeat(20_000);
  const masker = new Masker(needles);
  const out = masker.push(Buffer.from(text)).length + masker.end().length;
  expect(out).toBe(MASK.length * 20_000);
});

test('a secret too short to be told from chance has no needles', () => {
  expect(needlesOf('abc').every((needle) => needle.length >= 4)).toBe(true);
  expect(maskText('abc and cba', needlesOf('abc'))).toBe('abc and cba');
});
