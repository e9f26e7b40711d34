import type { ModelDelta, StreamedEntry } from '@countersign/contract';
import { ApiError } from './api-error.ts';
import { type SentEvent, sentEvents } from './sent-events.ts';
import type { Transport } from './transport.ts';

/** What happens in a run, as it happens. */
export type RunEvent =
  /** A stored fact. Each comes once, in order, whatever the connection does. */
  | { readonly kind: 'entry'; readonly entry: StreamedEntry }
  /** Words of the model as it says them; the entry that follows holds them all. */
  | { readonly kind: 'delta'; readonly delta: ModelDelta }
  /** The connection was lost and is back: words may be missing, so what was shown of them goes. */
  | { readonly kind: 'resumed' };

/** How a run is followed. */
export interface FollowOptions {
  /** Index of the last entry that is known; -1, the start, by default. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/** Waits that many milliseconds; rejects when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** Milliseconds before the first new try, doubled for each further one, and at most. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/**
 * Follows a run to its end. Lost connections are made again, from the last entry on; only a refusal ends it:
 * then it throws the {@link ApiError}, or the reason of the signal.
 */
export async function* follow(
  transport: Transport,
  path: () => Promise<string>,
  wait: Wait,
  { after = -1, signal }: FollowOptions,
): AsyncGenerator<RunEvent, void, void> {
  let last = after;
  let misses = 0;
  for (;;) {
    let lost: unknown = null;
    try {
      for await (const event of await open(transport, await path(), last, signal)) {
        misses = 0;
        if (event.event === 'end') return;
        const told = toldBy(event);
        if (told === null) continue;
        if (told.kind === 'entry') {
          if (told.entry.index <= last) continue;
          last = told.entry.index;
        }
        yield told;
      }
    } catch (error) {
      if (isFinal(error)) throw error;
      lost = error;
    }
    signal?.throwIfAborted();
    await wait(waitFor(lost, misses++), signal);
    yield { kind: 'resumed' };
  }
}

async function open(
  transport: Transport,
  path: string,
  last: number,
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<SentEvent>> {
  const headers = { accept: 'text/event-stream', 'last-event-id': String(last) };
  const answer = await transport.ask(path, { headers, signal });
  if (answer.body === null) throw new TypeError('The stream has no body.');
  return sentEvents(answer.body);
}

function toldBy({ event, data }: SentEvent): RunEvent | null {
  // The server's own frames, held to these types by its tests.
  if (event === 'entry') return { kind: 'entry', entry: JSON.parse(data) as StreamedEntry };
  if (event === 'delta') return { kind: 'delta', delta: JSON.parse(data) as ModelDelta };
  return null;
}

/** A refusal will be the same again; a full or failing server may do better later. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408;
}

function waitFor(error: unknown, misses: number): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return asked ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** misses);
}
