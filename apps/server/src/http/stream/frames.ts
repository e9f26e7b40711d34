import type { ModelDelta, StreamedEntry } from '@countersign/contract';

// Server-sent events (WHATWG HTML section 9.2). JSON text has no raw line ends, so one data line holds it.

/** The first frame: how long a browser waits before it connects again, in milliseconds. */
export const OPENING = 'retry: 1000\n\n';

/** Keeps proxies and idle timers from closing a quiet stream. */
export const HEARTBEAT = ': beat\n\n';

/** An entry. Its index is the event's id, from which a reader goes on after a lost connection. */
export function entryFrame(entry: StreamedEntry): string {
  return `id: ${entry.index}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`;
}

/** Words of a model as it says them. Without an id: they are stored nowhere and cannot be had again. */
export function deltaFrame(delta: ModelDelta): string {
  return `event: delta\ndata: ${JSON.stringify(delta)}\n\n`;
}

/** Says that the run has ended and nothing follows. */
export function endFrame(): string {
  return 'event: end\ndata: {}\n\n';
}
