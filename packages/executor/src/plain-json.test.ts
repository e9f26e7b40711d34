import { canonical } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainJson, plainObject } from './plain-json.ts';

describe('plain JSON', () => {
  it('can always be hashed, whatever JSON an outsider sent', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), (value) => {
        const plain = plainJson(JSON.parse(JSON.stringify(value)));
        if (plain !== undefined) expect(canonical(plain)).not.toMatch(/(?<!\\)(?:\\\\)*\\u0000/);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves ordinary values as they are', () => {
    const value = { a: [1, 'ü😀', null, true], b: { c: {} } };
    expect(plainObject(value)).toEqual(value);
  });

  it('keeps a key named __proto__ a key', () => {
    const plain = plainObject(JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(Object.keys(plain ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('refuses numbers without end and nesting without end', () => {
    expect(plainJson(JSON.parse('[1e999]'))).toBeUndefined();
    expect(plainJson(JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`))).toBeUndefined();
    expect(plainObject([])).toBeNull();
  });
});
