import { type FreshEntry, isJsonObject, type StreamedEntry } from '@countersign/contract';

/** An entry as a browser gets it. An erased payload is told apart from one that never was. */
export function shown(entry: FreshEntry): StreamedEntry {
  const { leaf } = entry;
  return {
    index: entry.index,
    kind: leaf.kind,
    call: leaf.call,
    time: leaf.time,
    // The leaf's schema says so, with the wider JSON type of zod.
    ref: isJsonObject(leaf.ref) ? leaf.ref : {},
    payload: entry.erased ? null : entry.payload,
    erased: entry.erased,
  };
}
