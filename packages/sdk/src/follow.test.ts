import type { StreamedEntry } from '@countersign/contract';
import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import type { RunEvent } from './follow.ts';

const encoder = new TextEncoder();

function entry(index: number): string {
  const whole: StreamedEntry = {
    index,
    kind: 'call.intent',
    call: null,
    time: 0,
    ref: {},
    payload: null,
    erased: false,
  };
  return `id: ${index}\nevent: entry\ndata: ${JSON.stringify(whole)}\n\n`;
}

const delta = (text: string) => `event: delta\ndata: ${JSON.stringify({ kind: 'text', text })}\n\n`;
const END = 'event: end\ndata: {}\n\n';

type Answer =
  | string
  | readonly string[]
  | Error
  | { status: number; body: unknown; retryAfter?: string };

/** A client whose server gives these answers, one a request; a text is a stream that breaks off after it. */
function served(answers: Answer[]) {
  const asked: (string | null)[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl: 'http://server.test/',
    workspace: 'ws_1',
    wait: async (ms) => void waits.push(ms),
    fetch: async (_url, init) => {
      asked.push(new Headers(init.headers).get('last-event-id'));
      const answer = answers.shift();
      if (answer === undefined) throw new Error('asked once too often');
      if (answer instanceof Error) throw answer;
      if (typeof answer === 'object' && 'status' in answer) {
        const headers = answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter };
        return Response.json(answer.body, { status: answer.status, headers });
      }
      const chunks = typeof answer === 'string' ? [answer] : answer;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
          controller.close();
        },
      });
      return new Response(body);
    },
  });
  const events = async (options = {}): Promise<string[]> => {
    const seen: string[] = [];
    for await (const event of client.runs.stream('run_1', options)) seen.push(shortly(event));
    return seen;
  };
  return { events, asked, waits, client };
}

function shortly(event: RunEvent): string {
  if (event.kind === 'entry') return String(event.entry.index);
  if (event.kind === 'delta') return event.delta.kind === 'text' ? `“${event.delta.text}”` : 'tool';
  return event.kind;
}

test('a run is followed to its end', async () => {
  const s = served([`retry: 1000\n\n: beat\n\n${entry(0)}${delta('Hi')}${entry(1)}${END}`]);
  expect(await s.events()).toEqual(['0', '“Hi”', '1']);
  expect(s.asked).toEqual(['-1']);
});

test('frames come whole, however the network cuts them, within a character too', async () => {
  const bytes = [...`${entry(0)}${delta('Grüße 🙂')}${END}`].flat();
  const s = served([bytes]);
  expect(await s.events()).toEqual(['0', '“Grüße 🙂”']);
  const raw = encoder.encode(`${delta('é🙂')}${END}`);
  const client = createClient({
    baseUrl: '',
    workspace: 'w',
    fetch: async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            for (const byte of raw) controller.enqueue(Uint8Array.of(byte));
            controller.close();
          },
        }),
      ),
  });
  const seen: RunEvent[] = [];
  for await (const event of client.runs.stream('r')) seen.push(event);
  expect(seen).toEqual([{ kind: 'delta', delta: { kind: 'text', text: 'é🙂' } }]);
});

test('a lost connection is made again from the last entry, which is given once', async () => {
  const s = served([`${entry(0)}${entry(1)}id: 2\nevent: ent`, `${entry(1)}${entry(2)}`, END]);
  expect(await s.events()).toEqual(['0', '1', 'resumed', '2', 'resumed']);
  expect(s.asked).toEqual(['-1', '1', '2']);
});

test('the pauses grow while nothing comes, and start anew once something has', async () => {
  const down = new TypeError('fetch failed');
  const s = served([down, down, down, entry(0), down, END]);
  await s.events();
  expect(s.waits).toEqual([500, 1000, 2000, 500, 1000]);
});

test('a server that is full or failing is asked again when it says', async () => {
  const s = served([
    { status: 429, body: { error: { code: 'HTTP_STREAMS', message: 'Full.' } }, retryAfter: '5' },
    { status: 503, body: {} },
    END,
  ]);
  expect(await s.events()).toEqual(['resumed', 'resumed']);
  expect(s.waits).toEqual([5000, 1000]);
});

test.each([401, 403, 404])('a refusal with status %i ends it', async (status) => {
  const s = served([entry(0), { status, body: { error: { code: 'HTTP_X', message: 'No.' } } }]);
  await expect(s.events()).rejects.toMatchObject({ name: 'ApiError', status, code: 'HTTP_X' });
});

test('an aborted signal ends it with its reason, during a pause, too', async () => {
  const gone = new AbortController();
  const client = createClient({
    baseUrl: '',
    workspace: 'w',
    fetch: async () => {
      queueMicrotask(() => gone.abort(new Error('enough')));
      throw new TypeError('fetch failed');
    },
  });
  const all = async () => {
    for await (const event of client.runs.stream('r', { signal: gone.signal })) void event;
  };
  await expect(all()).rejects.toThrow('enough');
});

test('who stops reading closes the connection', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(entry(0))),
    cancel: () => {
      cancelled = true;
    },
  });
  const client = createClient({
    baseUrl: '',
    workspace: 'w',
    fetch: async () => new Response(body),
  });
  for await (const event of client.runs.stream('r')) {
    expect(event.kind).toBe('entry');
    break;
  }
  expect(cancelled).toBe(true);
});
