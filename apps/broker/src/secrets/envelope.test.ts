import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Envelope, type Kek, open, seal } from './envelope.ts';

const kek = { id: 'k1', key: createSecretKey(randomBytes(32)) };
const about = 'ws_a/mail/password/3';
const value = Buffer.from('correct horse battery staple');
const sealed = seal(kek, about, value, randomBytes);

test('what is sealed opens for what it is about, with its key', () => {
  expect(open(kek, about, sealed)?.toString()).toBe(value.toString());
});

test('any value comes back as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
      expect(open(kek, about, seal(kek, about, bytes, randomBytes))?.equals(bytes)).toBe(true);
    }),
  );
});

test('the same value is sealed differently each time, and nothing of it shows', () => {
  const again = seal(kek, about, value, randomBytes);
  expect(again.ciphertext).not.toBe(sealed.ciphertext);
  expect(again.wrappedKey).not.toBe(sealed.wrappedKey);
  expect(JSON.stringify(again)).not.toContain(value.toString('base64').slice(0, 8));
});

test('it opens about nothing else', () => {
  for (const other of ['', 'ws_b/mail/password/3', `${about} `, `key of ${about}`])
    expect(open(kek, other, sealed)).toBeNull();
});

test('another key does not open it, under its own name or under this one', () => {
  const other = createSecretKey(randomBytes(32));
  expect(open({ id: 'k2', key: other }, about, sealed)).toBeNull();
  expect(open({ id: 'k1', key: other }, about, sealed)).toBeNull();
});

test('parts of two envelopes do not make a third', () => {
  const other = seal(kek, about, Buffer.from('another value'), randomBytes);
  for (const part of ['wrappedKey', 'iv', 'ciphertext', 'tag'] as const)
    expect(open(kek, about, { ...sealed, [part]: other[part] })).toBeNull();
});

test('what it is about outlives its key-encryption key: only the wrapped key is made anew', () => {
  const next = { id: 'k2', key: createSecretKey(randomBytes(32)) };
  const rewrapped = { ...sealed, keyId: next.id, wrappedKey: wrappedAnew(sealed, next) };
  expect(open(next, about, rewrapped)?.equals(value)).toBe(true);
  expect(open(next, 'ws_a/mail/other/3', rewrapped)).toBeNull();
  expect(open(kek, about, rewrapped)).toBeNull();
  // Whoever rotates and lies about what the envelope is about gets a data key that opens nothing.
  const lied = { ...sealed, keyId: next.id, wrappedKey: wrappedAnew(sealed, next, 'another') };
  expect(open(next, 'another', lied)).toBeNull();
});

/** The data key of an envelope under another key-encryption key, as a rotation makes it. */
function wrappedAnew({ wrappedKey }: Envelope, next: Kek, nextAbout = about): string {
  const old = Buffer.from(wrappedKey, 'base64');
  const opening = createDecipheriv('aes-256-gcm', kek.key, old.subarray(0, 12));
  opening.setAAD(Buffer.from(`key of ${about}`)).setAuthTag(old.subarray(-16));
  const dataKey = Buffer.concat([opening.update(old.subarray(12, -16)), opening.final()]);
  const iv = randomBytes(12);
  const closing = createCipheriv('aes-256-gcm', next.key, iv);
  closing.setAAD(Buffer.from(`key of ${nextAbout}`));
  const wrapped = Buffer.concat([closing.update(dataKey), closing.final()]);
  return Buffer.concat([iv, wrapped, closing.getAuthTag()]).toString('base64');
}

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
      expect(open(kek, about, withBytes(changed))).toBeNull();
    }
  });

  test('opens at no other length, so a shorter tag is not taken', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(open(kek, about, withBytes(bytes.subarray(0, length)))).toBeNull();
    expect(open(kek, about, withBytes(Buffer.concat([bytes, Buffer.alloc(1)])))).toBeNull();
  });
});
