import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest, digestJson, type Json, saltedDigest } from './index.ts';

describe('digest', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('gives the SHA-256 of %j that FIPS 180-4 lists', (text, hex) => {
    expect(digest(text)).toBe(hex);
  });

  it('hashes a string as its UTF-8 bytes', () => {
    expect(digest('é')).toBe(digest(new Uint8Array([0xc3, 0xa9])));
  });

  it('hashes equal values alike whatever the order of their keys, and 1 like 1.0', () => {
    expect(digestJson({ a: 1, b: [2] })).toBe(digestJson(JSON.parse('{"b":[2.0],"a":1.0}')));
  });

  it('changes with every character of a value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, at) => {
        const index = at % text.length;
        const edited = `${text.slice(0, index)}\u2603${text.slice(index + 1)}`;
        fc.pre(edited !== text && edited.isWellFormed() && text.isWellFormed());
        expect(digestJson(edited)).not.toBe(digestJson(text));
      }),
    );
  });

  it('tells a string from the number, list or object that looks like it', () => {
    const alike: Json[] = ['1', 1, [1], { 1: 1 }, '[1]', null, 'null', '', [], {}];
    expect(new Set(alike.map(digestJson)).size).toBe(alike.length);
  });

  it('hashes a salted payload as SHA-256 of the salt bytes and the canonical text', () => {
    const salt = '00ff'.repeat(8);
    const text = new TextEncoder().encode('{"a":1}');
    const bytes = new Uint8Array([...Array(8).fill([0x00, 0xff]).flat(), ...text]);
    expect(saltedDigest(salt, { a: 1 })).toBe(digest(bytes));
  });

  it('gives one payload a different hash under each salt', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        (a, b) => {
          const hex = (bytes: Uint8Array) =>
            Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
          fc.pre(hex(a) !== hex(b));
          expect(saltedDigest(hex(a), 'x')).not.toBe(saltedDigest(hex(b), 'x'));
        },
      ),
    );
  });
});
