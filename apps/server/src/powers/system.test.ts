import { expect, test } from 'vitest';
import { systemPowers } from './system.ts';

test('chance is given once: no two arrays share bytes or memory, whatever their lengths', () => {
  const powers = systemPowers();
  const seen = new Set<string>();
  const given: Uint8Array[] = [];
  for (let round = 0; round < 2_000; round++) {
    const bytes = powers.randomBytes([16, 10, 32, 4_096, 5_000][round % 5] ?? 16);
    expect(bytes.length).toBe([16, 10, 32, 4_096, 5_000][round % 5]);
    seen.add(Buffer.from(bytes).toString('hex').slice(0, 20));
    given.push(bytes);
  }
  expect(seen.size).toBe(2_000);
  const before = Buffer.from(given[1] ?? []).toString('hex');
  given[0]?.fill(0);
  expect(Buffer.from(given[1] ?? []).toString('hex')).toBe(before);
  expect(new Set(given.map(({ buffer }) => buffer)).size).toBe(2_000);
});
