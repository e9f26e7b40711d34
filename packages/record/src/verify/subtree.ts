import { EMPTY_ROOT, type Hash, nodeHash, sameBytes } from './merkle.ts';

/** Leaves `start` up to but without `end`, as a tree of their own. Whole numbers that are safe. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Says that a leaf stands at `index` in a tree of `size` leaves. Proofs come from outside: anything may be in them. */
export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  readonly leafHash: Hash;
  readonly root: Hash;
  readonly proof: readonly Hash[];
}

/** Whether an inclusion proof holds (RFC 9162 section 2.1.3.2). */
export function verifyInclusion({ size, ...claim }: InclusionClaim): boolean {
  return verifySubtreeInclusion({ ...claim, start: 0, end: size });
}

/** Whether a leaf stands at `index` of the log in the subtree with that root (draft-ietf-plants-merkle-tree-certs section 4.3). */
export function verifySubtreeInclusion(claim: Omit<InclusionClaim, 'size'> & Range): boolean {
  const { index, start, end, leafHash, root, proof } = claim;
  if (!isSubtree(claim) || !Number.isSafeInteger(index) || index < start || index >= end)
    return false;
  if (![leafHash, ...proof].every(isHash)) return false;
  let node = index - start;
  let last = end - start - 1;
  let hash = leafHash;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && sameBytes(hash, root);
}

/** Says that a tree of `size` leaves begins with the leaves of a smaller one. */
export interface ConsistencyClaim {
  readonly from: number;
  readonly size: number;
  readonly oldRoot: Hash;
  readonly root: Hash;
  readonly proof: readonly Hash[];
}

/** Whether a consistency proof holds (RFC 9162 section 2.1.4.2). Nothing can be said of an empty tree, so that is false. */
export function verifyConsistency({ from, oldRoot, ...claim }: ConsistencyClaim): boolean {
  return (
    from > 0 && verifySubtreeConsistency({ ...claim, start: 0, end: from, subtreeRoot: oldRoot })
  );
}

/**
 * Whether a subtree's leaves stand at its place in a tree (draft-ietf-plants-merkle-tree-certs section 4.4.3).
 * An empty subtree is part of any tree.
 */
export function verifySubtreeConsistency(
  claim: Range & {
    readonly size: number;
    readonly subtreeRoot: Hash;
    readonly root: Hash;
    readonly proof: readonly Hash[];
  },
): boolean {
  const { start, end, size, subtreeRoot, root, proof } = claim;
  if (!isSubtree(claim) || !Number.isSafeInteger(size) || end > size) return false;
  if (start === end) return proof.length === 0 && sameBytes(subtreeRoot, EMPTY_ROOT);
  if (!proof.every(isHash)) return false;

  // Places of the subtree's first and last leaf, and of the tree's last one, on the level that has been reached.
  let [first, last, tail] = [start, end - 1, size - 1];
  const up = () => {
    [first, last, tail] = [half(first), half(last), half(tail)];
  };
  const complete = last === tail;
  while (first !== last && (complete || last % 2 === 1)) up();

  const [seed, ...rest] = first === last ? [subtreeRoot, ...proof] : proof;
  if (seed === undefined) return false;
  let [subtreeHash, hash] = [seed, seed];
  for (const sibling of rest) {
    if (tail === 0) return false;
    if (last % 2 === 1 || last === tail) {
      if (first < last) subtreeHash = nodeHash(sibling, subtreeHash);
      hash = nodeHash(sibling, hash);
      while (last % 2 === 0 && last !== 0) up();
    } else {
      hash = nodeHash(hash, sibling);
    }
    up();
  }
  return tail === 0 && sameBytes(subtreeHash, subtreeRoot) && sameBytes(hash, root);
}

/** Whether a range is one a tree has as a node: it begins at a multiple of the power of two that holds it. */
function isSubtree({ start, end }: Range): boolean {
  if (![start, end].every(Number.isSafeInteger) || start < 0 || start > end) return false;
  let width = 1;
  while (width < end - start) width *= 2;
  return start % width === 0;
}

function isHash(bytes: Uint8Array): boolean {
  return bytes.length === 32;
}

function half(n: number): number {
  return Math.floor(n / 2);
}
