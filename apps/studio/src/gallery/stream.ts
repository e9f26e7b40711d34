import type { StreamedEntry } from '@countersign/contract';
import type { Script } from './fixtures/script.ts';
import { why } from './fixtures/triage.ts';

/** A run's stream as the server sends it: all entries at once, and the end where there is one. */
export function streamOf(
  entries: readonly StreamedEntry[],
  after: number,
  hasEnded: boolean,
  signal: AbortSignal | null | undefined,
): Response {
  return respond(async (send) => {
    for (const entry of entries) if (entry.index > after) send(frame(entry));
    if (hasEnded) send('event: end\ndata: {}\n\n');
    else await never(signal);
  });
}

const WORDS =
  'I looked at what came in since yesterday. There are **two** mails that matter: one asks you to sign in somewhere you never were, and one is an invitation for Thursday. '.split(
    /(?<= )/,
  );

/** A run that is under way: a model that speaks word by word, and a call. */
export function liveStream(
  story: Script,
  after: number,
  signal: AbortSignal | null | undefined,
): Response {
  return respond(async (send) => {
    story.started('What came in since yesterday?');
    story.says('I will look.', [['mail_list', { limit: 10 }]], 300).intent(0, 'read', why('read'));
    flush(send, story, after);
    await pause(1500);
    story
      .done(
        story.call(),
        { messages: [], total: 2 },
        { integrity: 'untrusted', readers: 'public', provenance: { kind: 'sources', sources: [] } },
        1500,
      )
      .asks();
    flush(send, story, after);
    for (let round = 0; round < 40 && !signal?.aborted; round++) {
      for (const text of WORDS) {
        await pause(90);
        send(`event: delta\ndata: ${JSON.stringify({ kind: 'text', text })}\n\n`);
      }
    }
    await never(signal);
  });
}

function flush(send: (text: string) => void, story: Script, after: number): void {
  for (const entry of story.entries.splice(0)) if (entry.index > after) send(frame(entry));
}

function frame(entry: StreamedEntry): string {
  return `id: ${entry.index}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`;
}

function respond(tell: (send: (text: string) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      await tell((text) => controller.enqueue(encoder.encode(text))).catch(() => undefined);
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function never(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) =>
    signal?.addEventListener('abort', () => resolve(), { once: true }),
  );
}
