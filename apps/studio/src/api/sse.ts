import type { ModelDelta, StreamedEntry } from '@countersign/contract';

/** What a run's stream says. */
export type StreamEvent =
  | { readonly kind: 'entry'; readonly entry: StreamedEntry }
  | { readonly kind: 'delta'; readonly delta: ModelDelta }
  | { readonly kind: 'end' };

/**
 * The events of a body of server-sent events (WHATWG HTML section 9.2), as their last byte arrives. Ends with the
 * body; a frame that was cut off is dropped, since the reader asks again after the last entry it has.
 */
export async function* streamEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const frames = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const event = eventOf(frame);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The event of one frame; null for comments, and for kinds that a newer server may have. */
export function eventOf(frame: string): StreamEvent | null {
  let name = '';
  const data: string[] = [];
  for (const line of frame.split(/\r?\n/)) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  switch (name) {
    case 'entry':
      // Our own server's frames: the types of the contract, by its schema.
      return { kind: 'entry', entry: JSON.parse(data.join('\n')) as StreamedEntry };
    case 'delta':
      return { kind: 'delta', delta: JSON.parse(data.join('\n')) as ModelDelta };
    case 'end':
      return { kind: 'end' };
    default:
      return null;
  }
}
