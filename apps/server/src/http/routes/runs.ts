import {
  type FreshEntries,
  mayRead,
  type RunFilter,
  type RunSummary,
  type Trigger,
} from '@countersign/contract';
import { z } from 'zod';
import { failure } from '../answer.ts';
import { type Caller, type Membership, triggerOf } from '../caller.ts';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { after, idParams, limit } from '../schemas/parameters.ts';
import {
  cancelBody,
  cancelled,
  runPage,
  runProof,
  runSummary,
  runsQuery,
  startBody,
  started,
  streamedEntry,
} from '../schemas/runs.ts';
import { mayKeepReading } from '../stream/authority.ts';
import type { Seats } from '../stream/seats.ts';
import { shown } from '../stream/shown.ts';
import { streamRun } from '../stream/stream-run.ts';
import { found, personFilter, visible } from '../visible.ts';

/** Starting, reading, stopping and proving runs. */
export function runRoutes(doors: Doors, seats: Seats): readonly Route[] {
  const runOf = async (access: Membership, id: string): Promise<RunSummary> =>
    visible(access, await doors.reader.run(access.workspace, id), (run) => run.person);

  return [
    route({
      name: 'POST /api/v1/workspaces/{ws}/runs',
      summary:
        'Start a run of an agent’s published version. The same dedupe key starts it once. With `Accept: text/event-stream` the answer is the run’s stream, and its id stands in the header X-Run-Id.',
      tag: 'runs',
      body: startBody,
      status: 202,
      answers: started,
      handle: ({ access, body, request, requestId }) =>
        wantsStream(request)
          ? startStreaming(doors, seats, { access, body, request, requestId })
          : start(doors, access, body, request.headers),
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/runs',
      summary: 'Runs, newest first: your own, or everybody’s for a responder.',
      tag: 'runs',
      query: runsQuery,
      answers: runPage,
      handle: async ({ access, query }) => {
        const person = personFilter(access);
        const filter: RunFilter = { ...defined(query), ...(person === null ? {} : { person }) };
        const page = await doors.reader.runs(access.workspace, filter);
        // A store that knew no such filter would show other people's runs: asked again here.
        const items = page.items.filter((run) => person === null || run.person === person);
        return { items: [...items], next: page.next };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/runs/{id}',
      summary: 'One run.',
      tag: 'runs',
      params: idParams,
      answers: runSummary,
      handle: ({ access, params }) => runOf(access, params.id),
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/runs/{id}/entries',
      summary: 'The run’s entries after an index, oldest first.',
      tag: 'runs',
      params: idParams,
      query: z.strictObject({ after, limit: limit(500, 200) }),
      answers: z.object({ items: z.array(streamedEntry) }),
      handle: async ({ access, params, query }) => {
        const run = await runOf(access, params.id);
        const { workspace } = access;
        const entries = await doors.reader.entries(workspace, run.id, query.after, query.limit);
        return { items: entries.map(shown) };
      },
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/runs/{id}/cancel',
      summary: 'Stop a run. An ended one stays as it is.',
      tag: 'runs',
      params: idParams,
      body: cancelBody,
      answers: cancelled,
      handle: async ({ access, params, body }) => {
        const run = await runOf(access, params.id);
        const { workspace, caller } = access;
        const outcome = await doors.runs.cancel(workspace, run.id, caller.person, body.reason);
        return { outcome };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/runs/{id}/proof',
      summary: 'All that is needed to check the run without this server.',
      tag: 'runs',
      params: idParams,
      answers: runProof,
      handle: async ({ access, params }) => {
        const run = await runOf(access, params.id);
        return found(await doors.ledger.runProof(access.workspace, run.id));
      },
    }),
  ];
}

type StartBody = z.infer<typeof startBody>;

interface StreamingStart {
  readonly access: Membership;
  readonly body: StartBody;
  readonly request: Request;
  readonly requestId: string;
}

function wantsStream(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/event-stream') ?? false;
}

/** Starts a run and answers with its stream: the first word does not wait for a second request. */
async function startStreaming(
  doors: Doors,
  seats: Seats,
  { access, body, request, requestId }: StreamingStart,
): Promise<Response> {
  const { workspace, caller } = access;
  const leave = seats.take(caller.person);
  const ear = earFor(doors, workspace);
  try {
    const { run } = await start(doors, access, body, request.headers, ear.onRun);
    const answer = streamRun(doors, {
      workspace,
      run,
      ended: false,
      after: -1,
      heard: ear.heardOf(run),
      // Dedupe keys are a person's own, so the run is the caller's, begun now or before.
      mayRead: () => mayKeepReading(doors, request.headers, workspace, { person: caller.person }),
      closed: leave,
      failed: (error) => doors.report(failure(request, requestId, error)),
      signal: request.signal,
    });
    answer.headers.set('x-run-id', run);
    return answer;
  } catch (error) {
    leave();
    throw error;
  } finally {
    ear.close();
  }
}

/** Listens to a run from before its first entry, so that nothing need be looked up which is told here anyway. */
function earFor(doors: Pick<Doors, 'runs'>, workspace: string) {
  const heard: (FreshEntries | null)[] = [];
  let listened: string | null = null;
  let close: () => void = () => undefined;
  return {
    onRun(run: string): void {
      listened = run;
      close = doors.runs.entries(workspace, run, (fresh) => void heard.push(fresh));
    },
    /** What came; null where another run was meant, or nothing is told in this process. */
    heardOf: (run: string) => (run === listened && heard.length > 0 ? heard : null),
    close: () => close(),
  };
}

async function start(
  doors: Doors,
  access: Membership,
  body: StartBody,
  headers: Headers,
  onRun?: (run: string) => void,
) {
  const { workspace, caller, member } = access;
  const { message } = body;
  const dedupe = dedupeOf(body, headers);
  await assertReadable(doors, access, message.files ?? []);
  const conversation = await conversationOf(doors, access, body);
  const { run, duplicate } = await doors.runs.start({
    workspace,
    person: caller.person,
    member,
    agent: body.agent,
    ...defined({ onRun, version: body.version }),
    message: { text: message.text, ...defined({ pasted: message.pasted, files: message.files }) },
    ...(conversation === null ? {} : { conversation }),
    trigger: {
      kind: triggerKindOf(caller, headers),
      by: triggerOf(caller),
      // Keys of different people never meet: one must not learn of, or stop, another's run.
      ...(dedupe === null ? {} : { dedupe: `http:${caller.person}:${dedupe}` }),
    },
  });
  if (conversation !== null) await doors.conversations.touch(workspace, conversation);
  return { run, duplicate, conversation };
}

/** The key in the body or in the Idempotency-Key header. Two different ones are a mistake. */
function dedupeOf(body: StartBody, headers: Headers): string | null {
  const header = headers.get('idempotency-key');
  if (header !== null && !/^[\x20-\x7e]{1,200}$/.test(header)) {
    throw invalid(
      'idempotency-key',
      'The Idempotency-Key header has 1 to 200 printable characters.',
    );
  }
  if (header !== null && body.dedupe !== undefined && header !== body.dedupe) {
    throw invalid('dedupe', 'The field `dedupe` and the Idempotency-Key header differ; send one.');
  }
  return body.dedupe ?? header;
}

function invalid(field: string, message: string) {
  return httpFault('HTTP_INVALID', { message, details: { field } });
}

/** Files that somebody else uploaded are not there for this person. */
async function assertReadable(doors: Doors, access: Membership, files: readonly string[]) {
  for (const [index, id] of files.entries()) {
    const file = await doors.objects.get(access.workspace, id);
    if (file === null || !mayRead(file.label.readers, `user:${access.caller.person}`)) {
      throw invalid(`message.files.${index}`, `The file \`message.files.${index}\` is not there.`);
    }
  }
}

/** Only its own person goes on with a conversation: what was said in it becomes the run's context. */
async function conversationOf(
  doors: Doors,
  { workspace, caller }: Membership,
  body: StartBody,
): Promise<string | null> {
  if (body.conversation === undefined) return null;
  if (body.conversation === 'new') {
    const title = (body.message.text.trim().split('\n')[0] ?? '').slice(0, 80);
    const draft = { agent: body.agent, person: caller.person, title };
    return (await doors.conversations.createConversation(workspace, draft)).id;
  }
  const known = await doors.conversations.conversation(workspace, body.conversation);
  if (known === null || known.person !== caller.person || known.agent !== body.agent) {
    throw invalid('conversation', 'The conversation is not yours, or is one with another agent.');
  }
  return known.id;
}

function triggerKindOf(caller: Caller, headers: Headers): Trigger['kind'] {
  if (caller.kind === 'session') return 'chat';
  return headers.get('x-countersign-client') === 'cli' ? 'cli' : 'api';
}

/** Without members that are undefined. */
function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Exactly what the filter does; Object.fromEntries cannot say it in types.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
