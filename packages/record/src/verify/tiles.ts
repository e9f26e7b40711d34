import type { Hash } from './merkle.ts';

/** Levels of the tree that a tile holds, and hashes in a full one (C2SP tlog-tiles). */
export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 256;

/** A tile of hashes, or a bundle of the entries below a tile of level 0. */
export interface Tile {
  /** `entries` for a bundle. */
  readonly level: number | 'entries';
  readonly number: number;
  /** Hashes or entries in it; fewer than 256 for the last of its level. */
  readonly width: number;
}

/** A tile's path in an export (C2SP tlog-tiles): `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, number, width }: Tile): string {
  const digits = String(number).padStart(3, '0');
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** All tiles of hashes of a tree, level by level. */
export function* tilesOf(size: number): Generator<Tile & { readonly level: number }> {
  let hashes = size;
  for (let level = 0; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH)) {
    for (const { number, width } of cut(hashes)) yield { level, number, width };
  }
}

/** All bundles of entries of a tree. */
export function* bundlesOf(size: number): Generator<Tile & { readonly level: 'entries' }> {
  for (const { number, width } of cut(size)) yield { level: 'entries', number, width };
}

function* cut(hashes: number): Generator<{ number: number; width: number }> {
  for (let number = 0; number * TILE_WIDTH < hashes; number++) {
    yield { number, width: Math.min(TILE_WIDTH, hashes - number * TILE_WIDTH) };
  }
}

/** A tile's bytes: its hashes, one after the other. */
export function tileBytes(hashes: readonly Hash[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * 32);
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * 32);
  return bytes;
}

/** The entries of a bundle as bytes: each after its length in 16 bits, big-endian. */
export function bundleBytes(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > 0xffff) throw new RangeError('an entry of a bundle has at most 65535 bytes');
    bytes.set([entry.length >> 8, entry.length & 0xff], at);
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}

/** The entries of a bundle's bytes, or null where they are not a whole bundle. */
export function entriesOfBundle(bytes: Uint8Array): readonly Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [high, low] = [bytes[at], bytes[at + 1]];
    if (high === undefined || low === undefined) return null;
    const end = at + 2 + high * 256 + low;
    if (end > bytes.length) return null;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
