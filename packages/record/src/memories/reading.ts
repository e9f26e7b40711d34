import { isTainted, type MemoryItem, type MemoryStatus } from '@countersign/contract';
import { hides } from './shape.ts';

/** Whether a search of its place gives a memory. `all`: at least those of the place. */
export function isRead(item: MemoryItem, all: readonly MemoryItem[], now: number): boolean {
  return (
    (item.status === 'active' || item.status === 'waiting') &&
    item.text !== null &&
    item.expiresAt > now &&
    !all.some((newer) => newer.supersedes === item.id && hides(newer, item))
  );
}

/** Whether a memory counts among those of a status that a place holds. */
export function isHeld(item: MemoryItem, status: MemoryStatus, now: number): boolean {
  return item.status === status && item.expiresAt > now;
}

/** A memory with the number of wanted words it has. */
interface Found {
  readonly item: MemoryItem;
  readonly matched: number;
}

/** The order of a search: by words found, then what no stranger had a hand in, then the newest. */
export function bestFirst(a: Found, b: Found): number {
  const clean = (found: Found) => (isTainted(found.item.label.integrity) ? 1 : 0);
  return (
    b.matched - a.matched ||
    clean(a) - clean(b) ||
    b.item.createdAt - a.item.createdAt ||
    (a.item.id < b.item.id ? 1 : -1)
  );
}
