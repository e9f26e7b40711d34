import { z } from 'zod';
import { failure } from '../answer.ts';
import type { Doors } from '../doors.ts';
import { parseAs } from '../invalid.ts';
import { type Route, route } from '../route.ts';
import { after, idParams } from '../schemas/parameters.ts';
import { mayKeepReading } from '../stream/authority.ts';
import type { Seats } from '../stream/seats.ts';
import { streamRun } from '../stream/stream-run.ts';
import { visible } from '../visible.ts';

/** A run as it happens. */
export function streamRoutes(doors: Doors, seats: Seats): readonly Route[] {
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/runs/{id}/stream',
      summary: 'The run’s entries and its model’s words as they come (SSE), from an index on.',
      tag: 'runs',
      params: idParams,
      query: z.strictObject({ after }),
      answers: 'text/event-stream',
      handle: async ({ access, params, query, request, requestId }) => {
        const { workspace } = access;
        const run = visible(
          access,
          await doors.reader.run(workspace, params.id),
          ({ person }) => person,
        );
        const leave = seats.take(access.caller.person);
        return streamRun(doors, {
          workspace,
          run: run.id,
          ended: run.status === 'ended',
          heard: null,
          after: lastEventId(request) ?? query.after,
          mayRead: () => mayKeepReading(doors, request.headers, workspace, run),
          closed: leave,
          failed: (error) => doors.report(failure(request, requestId, error)),
          signal: request.signal,
        });
      },
    }),
  ];
}

/** Where a browser that lost its connection wants to go on (WHATWG HTML, server-sent events). */
function lastEventId(request: Request): number | null {
  const given = request.headers.get('last-event-id');
  return given === null ? null : parseAs(after, given);
}
