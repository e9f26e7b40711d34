import { EMPTY_ROOT, type Hash, nodeHash } from './merkle.ts';
import { consistencyRanges, inclusionRanges, type NodePlace, placesOf } from './ranges.ts';
import type { Range } from './subtree.ts';
import { TILE_HEIGHT, TILE_WIDTH } from './tiles.ts';

/**
 * Hashes of a log, as tiles keep them: those of level 0 are of leaves, one of level n is the root of 256^n
 * leaves. Gives those from `from` up to but without `to`, all of one tile.
 */
export type HashSource = (level: number, from: number, to: number) => Promise<readonly Hash[]>;

/** Makes proofs for a tree. It reads each tile it needs once, so proofs of neighbours cost little. */
export interface Prover {
  readonly size: number;
  root(): Promise<Hash>;
  /** @throws RangeError for an index outside of the tree. */
  inclusion(index: number): Promise<readonly Hash[]>;
  /** From a tree of at least one leaf. @throws RangeError for a tree that is larger, or empty. */
  consistency(from: number): Promise<readonly Hash[]>;
}

/** A prover for the first `size` leaves of a log. */
export function createProver(source: HashSource, size: number): Prover {
  const tiles = new Map<string, Promise<readonly (readonly Hash[])[]>>();

  /** A tile with the levels above it that it has full subtrees of: element n has those of 2^n of its hashes. */
  function tile(level: number, number: number): Promise<readonly (readonly Hash[])[]> {
    const key = `${level}/${number}`;
    const known = tiles.get(key);
    if (known !== undefined) return known;
    const from = number * TILE_WIDTH;
    const to = Math.min(from + TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level));
    const read = source(level, from, to).then(levelsOf);
    tiles.set(key, read);
    return read;
  }

  async function node({ level, index }: NodePlace): Promise<Hash> {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const above = level % TILE_HEIGHT;
    const perTile = TILE_WIDTH / 2 ** above;
    const levels = await tile(tileLevel, Math.floor(index / perTile));
    const hash = levels[above]?.[index % perTile];
    if (hash === undefined) throw new RangeError(`the log has no node ${index} of level ${level}`);
    return hash;
  }

  async function hashOf(range: Range): Promise<Hash> {
    const hashes = await Promise.all(placesOf(range).map(node));
    return hashes.reduceRight((right, left) => nodeHash(left, right));
  }

  return {
    size,
    root: async () => (size === 0 ? EMPTY_ROOT : hashOf({ start: 0, end: size })),
    inclusion: async (index) => {
      if (index < 0 || index >= size)
        throw new RangeError(`a tree of ${size} has no leaf ${index}`);
      return Promise.all(inclusionRanges(index, size).map(hashOf));
    },
    consistency: async (from) => {
      if (from < 1 || from > size)
        throw new RangeError(`a tree of ${size} does not extend ${from}`);
      return Promise.all(consistencyRanges(from, size).map(hashOf));
    },
  };
}

function levelsOf(hashes: readonly Hash[]): readonly (readonly Hash[])[] {
  const levels = [hashes];
  for (let below = hashes; below.length > 1; ) {
    const level: Hash[] = [];
    for (let at = 0; at + 1 < below.length; at += 2) {
      const [left, right] = [below[at], below[at + 1]];
      if (left && right) level.push(nodeHash(left, right));
    }
    levels.push(level);
    below = level;
  }
  return levels;
}
