import { largestPowerBelow } from './merkle.ts';
import type { Range } from './subtree.ts';

/** A full subtree: it has 2^level leaves and stands at `index` among those of its size. */
export interface NodePlace {
  readonly level: number;
  readonly index: number;
}

/** The ranges whose hashes prove that a leaf is in a tree, from the leaf's sibling up (RFC 6962 section 2.1.1, PATH). */
export function inclusionRanges(index: number, size: number): readonly Range[] {
  const ranges: Range[] = [];
  let range: Range = { start: 0, end: size };
  while (range.end - range.start > 1) {
    const split = range.start + largestPowerBelow(range.end - range.start);
    const [left, right] = [
      { start: range.start, end: split },
      { start: split, end: range.end },
    ];
    ranges.unshift(index < split ? right : left);
    range = index < split ? left : right;
  }
  return ranges;
}

/** The ranges whose hashes prove that a tree begins with a smaller one of at least one leaf (RFC 6962 section 2.1.2, PROOF). */
export function consistencyRanges(from: number, size: number): readonly Range[] {
  const ranges: Range[] = [];
  let range: Range = { start: 0, end: size };
  while (range.end !== from) {
    const split = range.start + largestPowerBelow(range.end - range.start);
    const [left, right] = [
      { start: range.start, end: split },
      { start: split, end: range.end },
    ];
    ranges.unshift(from <= split ? right : left);
    range = from <= split ? left : right;
  }
  // The old tree itself is known to whoever checks; a part of it is not.
  return range.start === 0 ? ranges : [range, ...ranges];
}

/** The full subtrees that a range is made of, from left to right. The range is one that a tree has as a node. */
export function placesOf({ start, end }: Range): readonly NodePlace[] {
  const places: NodePlace[] = [];
  let at = start;
  while (at < end) {
    let level = 0;
    let width = 1;
    while (width * 2 <= end - at) [level, width] = [level + 1, width * 2];
    places.push({ level, index: at / width });
    at += width;
  }
  return places;
}
