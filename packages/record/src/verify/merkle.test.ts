import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  appended,
  createProver,
  EMPTY_FRONTIER,
  type Hash,
  leafHash,
  rootOf,
  rootOfFrontier,
  TILE_WIDTH,
  verifyConsistency,
  verifyInclusion,
} from './index.ts';

/** A machine that does much else is slow: milliseconds a test of many trees may take. */
const LONG = 60_000;

const leaves: readonly Hash[] = Array.from({ length: 1_400 }, (_, at) =>
  leafHash(new TextEncoder().encode(`leaf ${at}`)),
);

/** Hashes of a log as its tiles keep them, made from the leaves. */
async function source(level: number, from: number, to: number): Promise<readonly Hash[]> {
  const width = TILE_WIDTH ** level;
  return Array.from({ length: to - from }, (_, at) =>
    rootOf(leaves.slice((from + at) * width, (from + at + 1) * width)),
  );
}

const sizes = fc.integer({ min: 1, max: leaves.length });
const sizeAndIndex = sizes.chain((size) =>
  fc.record({ size: fc.constant(size), index: fc.nat(size - 1) }),
);
const twoSizes = sizes.chain((size) =>
  fc.record({ size: fc.constant(size), from: fc.integer({ min: 1, max: size }) }),
);

test('a frontier gives the root of all leaves it was given, and tells each full subtree once', () => {
  const nodes = new Map<string, Hash>();
  let frontier = EMPTY_FRONTIER;
  for (const [at, leaf] of leaves.slice(0, 600).entries()) {
    frontier = appended(frontier, leaf, (level, index, hash) => {
      expect(nodes.has(`${level}/${index}`)).toBe(false);
      nodes.set(`${level}/${index}`, hash);
    });
    if (at % 37 === 0) expect(rootOfFrontier(frontier)).toEqual(rootOf(leaves.slice(0, at + 1)));
  }
  expect(nodes.get('8/1')).toEqual(rootOf(leaves.slice(256, 512)));
  expect(nodes.size).toBe(300 + 150 + 75 + 37 + 18 + 9 + 4 + 2 + 1);
});

test('a prover of any size has the root of its leaves', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      expect(await createProver(source, size).root()).toEqual(rootOf(leaves.slice(0, size)));
    }),
    { numRuns: 20 },
  );
});

test(
  'an inclusion proof holds for its leaf, index, size and root, and for nothing else',
  async () => {
    await fc.assert(
      fc.asyncProperty(sizeAndIndex, fc.nat(), async ({ size, index }, seed) => {
        const prover = createProver(source, size);
        const proof = await prover.inclusion(index);
        const leaf = leaves[index] ?? new Uint8Array();
        const claim = { index, size, leafHash: leaf, root: await prover.root(), proof };
        expect(verifyInclusion(claim)).toBe(true);
        expect(verifyInclusion({ ...claim, leafHash: flipped(leaf, seed) })).toBe(false);
        expect(verifyInclusion({ ...claim, root: flipped(claim.root, seed) })).toBe(false);
        expect(verifyInclusion({ ...claim, proof: [...proof, leaf] })).toBe(false);
        if (size > 1) {
          expect(
            verifyInclusion({ ...claim, index: (index + 1 + (seed % (size - 1))) % size }),
          ).toBe(false);
          expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(false);
          expect(verifyInclusion({ ...claim, proof: withFlip(proof, seed) })).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  },
  LONG,
);

test(
  'a consistency proof holds for its two sizes and roots, and for nothing else',
  async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, fc.nat(), async ({ size, from }, seed) => {
        const prover = createProver(source, size);
        const proof = await prover.consistency(from);
        const oldRoot = rootOf(leaves.slice(0, from));
        const claim = { from, size, oldRoot, root: await prover.root(), proof };
        expect(verifyConsistency(claim)).toBe(true);
        expect(verifyConsistency({ ...claim, oldRoot: flipped(oldRoot, seed) })).toBe(false);
        expect(verifyConsistency({ ...claim, root: flipped(claim.root, seed) })).toBe(false);
        expect(verifyConsistency({ ...claim, proof: [...proof, oldRoot] })).toBe(false);
        if (from < size) {
          expect(verifyConsistency({ ...claim, proof: proof.slice(0, -1) })).toBe(false);
          expect(verifyConsistency({ ...claim, proof: withFlip(proof, seed) })).toBe(false);
          expect(verifyConsistency({ ...claim, from: size, size: from })).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  },
  LONG,
);

test('a proof is refused for a place that the tree does not have', async () => {
  const prover = createProver(source, 5);
  await expect(prover.inclusion(5)).rejects.toThrow(RangeError);
  await expect(prover.inclusion(-1)).rejects.toThrow(RangeError);
  await expect(prover.consistency(6)).rejects.toThrow(RangeError);
  await expect(prover.consistency(0)).rejects.toThrow(RangeError);
});

function flipped(bytes: Hash, seed: number): Hash {
  const copy = Uint8Array.from(bytes);
  const at = seed % copy.length;
  copy[at] = (copy[at] ?? 0) ^ (1 << (seed % 8));
  return copy;
}

function withFlip(proof: readonly Hash[], seed: number): readonly Hash[] {
  const at = seed % proof.length;
  return proof.map((hash, place) => (place === at ? flipped(hash, seed) : hash));
}
