import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { open, seal } from './envelope.ts';

const kek = { id: 'k1', key: createSecretKey(randomBytes(32)) };
const row = { workspace: 'ws_a', name: 'mail/password', version: 3 };
const value = Buffer.from('correct horse battery staple');
const sealed = seal(kek, row, value, randomBytes);

test('what is sealed opens at its row with its key', () => {
  expect(open(kek, row, sealed)?.toString()).toBe(value.toString());
});

test('any value comes back as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
      expect(open(kek, row, seal(kek, row, bytes, randomBytes))?.equals(bytes)).toBe(true);
    }),
  );
});

test('the same value is sealed differently each time, and nothing of it shows', () => {
  const again = seal(kek, row, value, randomBytes);
  expect(again.ciphertext).not.toBe(sealed.ciphertext);
  expect(again.wrappedKey).not.toBe(sealed.wrappedKey);
  expect(JSON.stringify(again)).not.toContain(value.toString('base64').slice(0, 8));
});

test.each([
  ['workspace', { ...row, workspace: 'ws_b' }],
  ['name', { ...row, name: 'mail/passwords' }],
  ['version', { ...row, version: 2 }],
  [
    'workspace and name, moved across the slash',
    { ...row, workspace: 'ws_a/mail', name: 'password' },
  ],
])('a row moved to another %s does not open', (_what, elsewhere) => {
  expect(open(kek, elsewhere, sealed)).toBeNull();
});

test('another key does not open it, under its own name or under this one', () => {
  const other = createSecretKey(randomBytes(32));
  expect(open({ id: 'k2', key: other }, row, sealed)).toBeNull();
  expect(open({ id: 'k1', key: other }, row, sealed)).toBeNull();
});

test('parts of two envelopes do not make a third', () => {
  const other = seal(kek, row, Buffer.from('another value'), randomBytes);
  for (const part of ['wrappedKey', 'iv', 'ciphertext', 'tag'] as const)
    expect(open(kek, row, { ...sealed, [part]: other[part] })).toBeNull();
});

describe.each(['wrappedKey', 'iv', 'ciphertext', 'tag'] as const)('the part %s', (part) => {
  const bytes = Buffer.from(sealed[part], 'base64');
  const withBytes = (changed: Uint8Array) => ({
    ...sealed,
    [part]: Buffer.from(changed).toString('base64'),
  });

  test('opens with no bit of it changed', () => {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      const at = bit >> 3;
      changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7));
      expect(open(kek, row, withBytes(changed))).toBeNull();
    }
  });

  test('opens at no other length, so a shorter tag is not taken', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(open(kek, row, withBytes(bytes.subarray(0, length)))).toBeNull();
    expect(open(kek, row, withBytes(Buffer.concat([bytes, Buffer.alloc(1)])))).toBeNull();
  });
});
