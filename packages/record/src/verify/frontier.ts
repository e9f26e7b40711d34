import { EMPTY_ROOT, type Hash, nodeHash } from './merkle.ts';

/**
 * What must be kept of a tree to append to it and to know its root: the roots of its full subtrees. Element n
 * is the one of 2^n leaves; it counts where bit n of `size` is set.
 */
export interface Frontier {
  readonly size: number;
  readonly nodes: readonly Hash[];
}

/** The frontier of a tree without leaves. */
export const EMPTY_FRONTIER: Frontier = { size: 0, nodes: [] };

/**
 * The frontier with one leaf more.
 *
 * @param onNode told of each full subtree that the leaf completes: it has 2^level leaves and stands at `index` among those of its size.
 */
export function appended(
  frontier: Frontier,
  leaf: Hash,
  onNode?: (level: number, index: number, hash: Hash) => void,
): Frontier {
  const nodes = [...frontier.nodes];
  let hash = leaf;
  let level = 0;
  let rest = frontier.size;
  while (rest % 2 === 1) {
    const left = nodes[level];
    if (left === undefined) throw new RangeError('a frontier has a node for each bit of its size');
    hash = nodeHash(left, hash);
    level += 1;
    rest = (rest - 1) / 2;
    onNode?.(level, rest, hash);
  }
  nodes[level] = hash;
  return { size: frontier.size + 1, nodes };
}

/** The root of the tree that a frontier belongs to, or null where a node is missing. */
export function rootOfFrontier({ size, nodes }: Frontier): Hash | null {
  let root: Hash | null = null;
  let rest = size;
  for (let level = 0; rest > 0; level++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 0) continue;
    const node = nodes[level];
    if (node === undefined) return null;
    root = root === null ? node : nodeHash(node, root);
  }
  return root ?? EMPTY_ROOT;
}
