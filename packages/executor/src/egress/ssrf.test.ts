import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSsrfRange, type SsrfRange, type SsrfVector } from './proof/index.ts';

const FILE = new URL('../../testdata/ssrf_vectors.json', import.meta.url);
// Our own file, in the form that its README says.
const { vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { vectors: SsrfVector[] };

let range: SsrfRange;
beforeAll(async () => {
  range = await openSsrfRange();
});
afterAll(() => range.close());

test('the set holds hostile and benign cases of every family', () => {
  const families = new Set(vectors.map(({ category }) => category.split(':')[0]));
  expect([...families].sort()).toEqual(
    ['allow', 'dns', 'http', 'ip', 'ipv6', 'name', 'parser', 'port', 'redirect', 'scheme'].sort(),
  );
  expect(vectors).toHaveLength(337);
});

test.each(['ip', 'ipv6', 'name', 'parser', 'scheme', 'port', 'redirect', 'dns', 'http'])(
  'every hostile case of the family %s is blocked, with and without a connection',
  async (family) => {
    const cases = vectors.filter(
      ({ category, expect }) => category.split(':')[0] === family && expect === 'block',
    );
    expect(cases.length).toBeGreaterThan(0);
    const failed = [];
    for (const vector of cases) {
      const verdict = await range.run(vector);
      if (!verdict.passed || !verdict.recognised) failed.push({ ...verdict, why: vector.why });
    }
    expect(failed).toEqual([]);
  },
);

test('every benign case passes, with and without a connection', async () => {
  for (const vector of vectors.filter((one) => one.expect === 'allow')) {
    expect(await range.run(vector)).toMatchObject({ passed: true, harms: [] });
  }
});

test('the range notices harm: a case that ought to pass is no pass when it is blocked', async () => {
  const benign: SsrfVector = {
    id: 'x',
    category: 'allow',
    url: 'http://127.0.0.1/',
    expect: 'allow',
    why: 'not so',
  };
  expect(await range.run(benign)).toMatchObject({ passed: false });
});
