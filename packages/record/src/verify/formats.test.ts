import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import {
  bundleBytes,
  checkpointText,
  entriesOfBundle,
  openCheckpoint,
  openNote,
  parseVerifierKey,
  signNote,
  tilePath,
  tilesOf,
  verifierKeyText,
} from './index.ts';

const seed = new Uint8Array(32).fill(3);
const key = { name: 'countersign/ws_a', publicKey: ed25519.getPublicKey(seed) };
const text = checkpointText('countersign/ws_a', 12, 'ab'.repeat(32));
const note = signNote(text, key.name, seed);

test('tile paths are those of C2SP tlog-tiles', () => {
  expect(tilePath({ level: 0, number: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 'entries', number: 5, width: 12 })).toBe('tile/entries/005.p/12');
  expect(tilePath({ level: 3, number: 1_000, width: 1 })).toBe('tile/3/x001/000.p/1');
});

test('a tree of 70,000 has the tiles that the specification counts', () => {
  const widths = (level: number) =>
    [...tilesOf(70_000)].filter((tile) => tile.level === level).map(({ width }) => width);
  expect(widths(0)).toEqual([...Array(273).fill(256), 112]);
  expect(widths(1)).toEqual([256, 17]);
  expect(widths(2)).toEqual([1]);
  expect([...tilesOf(256)].map(({ level, width }) => [level, width])).toEqual([
    [0, 256],
    [1, 1],
  ]);
  expect([...tilesOf(0)]).toEqual([]);
});

test('a bundle gives back its entries, and a torn one is none', () => {
  const entries = [new Uint8Array(), new Uint8Array(300).fill(9), new Uint8Array(65_535)];
  const bytes = bundleBytes(entries);
  expect(entriesOfBundle(bytes)?.map(({ length }) => length)).toEqual([0, 300, 65_535]);
  expect(entriesOfBundle(bytes.subarray(0, -1))).toBeNull();
  expect(entriesOfBundle(Uint8Array.of(0))).toBeNull();
  expect(() => bundleBytes([new Uint8Array(65_536)])).toThrow(RangeError);
});

test('the note of the specification is opened by its key, which is read from text', () => {
  const published = parseVerifierKey(
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  );
  const signed =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
  expect(published && openNote(signed, published)).toBe(
    signed.slice(0, signed.indexOf('\n\n') + 1),
  );
  expect(published && verifierKeyText(published)).toBe(
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  );
});

test('a checkpoint is opened by the key of its origin alone', () => {
  expect(openCheckpoint(note, key)).toEqual({
    origin: 'countersign/ws_a',
    size: 12,
    root: 'ab'.repeat(32),
    note,
  });
  expect(parseVerifierKey(verifierKeyText(key))).toEqual(key);
  expect(
    openCheckpoint(note, { ...key, publicKey: ed25519.getPublicKey(new Uint8Array(32)) }),
  ).toBeNull();
  expect(openCheckpoint(note, { ...key, name: 'countersign/ws_b' })).toBeNull();
  const foreign = signNote(text.replace('ws_a', 'ws_b'), key.name, seed);
  expect(openCheckpoint(foreign, key)).toBeNull();
});

test('signatures of others on the note are passed over', () => {
  const other = signNote(text, 'witness.example', new Uint8Array(32).fill(4)).slice(
    text.length + 1,
  );
  expect(openCheckpoint(`${text}\n${other}${note.slice(text.length + 1)}`, key)?.size).toBe(12);
  expect(openCheckpoint(`${text}\n${other}`, key)).toBeNull();
});

test.each([
  ['a size with a leading zero', text.replace('\n12\n', '\n012\n')],
  ['a size that no number holds', text.replace('\n12\n', '\n99999999999999999999\n')],
  ['a root that is too short', checkpointText('countersign/ws_a', 12, 'ab')],
  ['no root', 'countersign/ws_a\n12\n'],
])('a signed text with %s is no checkpoint', (_, body) => {
  expect(openCheckpoint(signNote(body, key.name, seed), key)).toBeNull();
});

test('a changed bit of any byte of a note is noticed', () => {
  const bytes = new TextEncoder().encode(note);
  for (const [at, byte] of bytes.entries()) {
    const copy = Uint8Array.from(bytes);
    copy[at] = byte ^ (1 << (at % 8));
    expect(openCheckpoint(new TextDecoder().decode(copy), key)).toBeNull();
  }
});

test.each([
  '',
  'x',
  'name+00000000+AQ==',
  verifierKeyText(key).replace(/\+.{8}\+/, '+00000000+'),
  `a ${verifierKeyText(key)}`,
])('a text that is no verifier key is none: %s', (wrong) => {
  expect(parseVerifierKey(wrong)).toBeNull();
});
