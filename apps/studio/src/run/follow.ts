import { isApiError } from '../api/api-error.ts';
import type { StreamEvent } from '../api/sse.ts';

/** What following a stream needs of the world. */
export interface FollowPowers {
  /** Opens the stream of all that comes after an index. */
  open(after: number, signal: AbortSignal): Promise<AsyncIterable<StreamEvent>>;
  /** Resolves after that many milliseconds, or when aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** What a follower is told. `opened` and `lost` say whether words may have been missed in between. */
export type Followed =
  | StreamEvent
  | { readonly kind: 'opened' }
  | { readonly kind: 'lost'; readonly tries: number; readonly error: unknown };

/** Milliseconds before the first, second, … try to connect again; the last one for all that follow. */
const PATIENCE = [300, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Follows a run to its end over any number of lost connections: each time it asks for what comes after the last entry
 * it has, so none is missed and none is told twice. Resolves when the run has ended or `signal` aborts.
 *
 * @throws ApiError where trying again cannot help: signed out, no such run.
 */
export async function follow(
  after: number,
  powers: FollowPowers,
  tell: (event: Followed) => void,
  signal: AbortSignal,
): Promise<void> {
  let cursor = after;
  let tries = 0;
  while (!signal.aborted) {
    let error: unknown = null;
    try {
      const events = await powers.open(cursor, signal);
      tell({ kind: 'opened' });
      for await (const event of events) {
        tries = 0;
        if (signal.aborted) return;
        if (event.kind === 'entry') {
          if (event.entry.index <= cursor) continue;
          cursor = event.entry.index;
        }
        tell(event);
        if (event.kind === 'end') return;
      }
    } catch (thrown) {
      if (signal.aborted) return;
      if (isHopeless(thrown)) throw thrown;
      error = thrown;
    }
    tries += 1;
    tell({ kind: 'lost', tries, error });
    const asked = isApiError(error) ? error.retryAfterMs : null;
    await powers.wait(asked ?? PATIENCE[Math.min(tries, PATIENCE.length) - 1] ?? 0, signal);
  }
}

function isHopeless(thrown: unknown): boolean {
  return isApiError(thrown) && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429;
}
