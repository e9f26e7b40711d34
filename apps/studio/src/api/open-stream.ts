import { ApiError, type Fetch } from '@countersign/sdk';
import { type StreamEvent, streamEvents } from './sse.ts';

/**
 * Opens a run's stream after an index. Apart from the client's own `stream`, since a page shows whether it is
 * connected, which that one keeps to itself.
 *
 * @throws ApiError where the server refuses it or does not answer.
 */
export async function openStream(
  fetch: Fetch,
  workspace: string,
  run: string,
  after: number,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamEvent>> {
  const [ws, id] = [workspace, run].map(encodeURIComponent);
  const answer = await fetch(`/api/v1/workspaces/${ws}/runs/${id}/stream?after=${after}`, {
    headers: { accept: 'text/event-stream' },
    credentials: 'same-origin',
    signal,
  });
  if (answer.ok && answer.body !== null) return streamEvents(answer.body);
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  throw new ApiError({
    status: answer.status,
    code: `HTTP_${answer.status}`,
    message:
      answer.status === 404
        ? 'There is no such run, or it is not yours to see.'
        : 'The server does not give the run’s stream.',
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
  });
}
