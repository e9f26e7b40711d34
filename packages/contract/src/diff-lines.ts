/** A line of two texts that were compared. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Lines that differ between the texts' common beginning and end are compared up to this product of their counts. */
const MOST = 4_000_000;

/**
 * What has to be removed from one text and added to it to get the other, line by line; as few lines as there can be
 * (longest common subsequence), or all of the middle where it is too long to look for them.
 */
export function diffLines(from: string, to: string): readonly DiffLine[] {
  const [before, after] = [from.split('\n'), to.split('\n')];
  const start = commonStart(before, after);
  const end = commonStart(before.slice(start).reverse(), after.slice(start).reverse());
  const [removed, added] = [
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  ];
  return [
    ...before.slice(0, start).map(same),
    ...(removed.length * added.length > MOST
      ? [...removed.map(asRemoved), ...added.map(asAdded)]
      : middle(removed, added)),
    ...before.slice(before.length - end).map(same),
  ];
}

function middle(removed: readonly string[], added: readonly string[]): readonly DiffLine[] {
  const width = added.length + 1;
  /** Length of the longest common subsequence from a pair of lines on. */
  const longest = new Uint32Array((removed.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = removed.length - 1; row >= 0; row--)
    for (let column = added.length - 1; column >= 0; column--)
      longest[row * width + column] =
        removed[row] === added[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < removed.length || column < added.length) {
    const [old, fresh] = [removed[row], added[column]];
    if (old !== undefined && old === fresh) {
      lines.push(same(old));
      row++;
      column++;
    } else if (
      old !== undefined &&
      (fresh === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push(asRemoved(old));
      row++;
    } else if (fresh !== undefined) {
      lines.push(asAdded(fresh));
      column++;
    }
  }
  return lines;
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count++;
  return count;
}

function same(text: string): DiffLine {
  return { kind: 'same', text };
}

function asRemoved(text: string): DiffLine {
  return { kind: 'removed', text };
}

function asAdded(text: string): DiffLine {
  return { kind: 'added', text };
}
