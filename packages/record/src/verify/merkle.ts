import { sha256 } from '@noble/hashes/sha2.js';

/** A SHA-256 hash as bytes. */
export type Hash = Uint8Array;

/** The root of a tree without leaves (RFC 6962 section 2.1). */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array());

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf's bytes (RFC 6962 section 2.1). */
export function leafHash(leaf: Uint8Array): Hash {
  return sha256.create().update(LEAF).update(leaf).digest();
}

/** The hash of two subtrees that stand side by side (RFC 6962 section 2.1). */
export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256.create().update(NODE).update(left).update(right).digest();
}

/** Whether two byte strings are the same. Not constant in time: hashes of a public log are no secrets. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** The root of a tree of leaves whose hashes are these. */
export function rootOf(leaves: readonly Hash[]): Hash {
  const [first] = leaves;
  if (first === undefined) return EMPTY_ROOT;
  if (leaves.length === 1) return first;
  const split = largestPowerBelow(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** The largest power of two that is smaller than `n`, which is at least 2. */
export function largestPowerBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}
