/** Where each row begins, in pixels from the top of the first; one more than there are rows, for the end of the last. */
export function offsetsOf<T>(items: readonly T[], heightOf: (item: T) => number): Float64Array {
  const offsets = new Float64Array(items.length + 1);
  let at = 0;
  for (const [place, item] of items.entries()) {
    offsets[place] = at;
    at += heightOf(item);
  }
  offsets[items.length] = at;
  return offsets;
}

/** The row that a pixel falls into: the first for what is above, the last for what is below; 0 where there is none. */
export function rowAt(offsets: ArrayLike<number>, pixel: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= pixel) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The places that are drawn, in order: those of a range, and one that is drawn wherever it is; -1 for none. */
export function placesFor(
  all: number,
  { from, to }: { readonly from: number; readonly to: number },
  always: number,
): readonly number[] {
  const end = Math.min(all, to);
  const places: number[] = [];
  if (always >= 0 && always < from && always < all) places.push(always);
  for (let place = Math.max(0, from); place < end; place++) places.push(place);
  if (always >= end && always < all) places.push(always);
  return places;
}
