/** One server-sent event; comments have the name `comment`. */
export interface SentEvent {
  readonly event: string;
  readonly id: string | null;
  readonly data: string;
}

/** Reads a stream event by event. */
export function eventReader(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('no body');
  let text = '';
  return {
    /** The next event, or null at the end. Skips the opening frame. */
    async next(): Promise<SentEvent | null> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const frame = text.slice(0, end);
          text = text.slice(end + 2);
          if (frame.startsWith('retry:')) continue;
          return parsed(frame);
        }
        const { done, value } = await reader.read();
        if (done) return null;
        text += value;
      }
    },
    cancel: () => reader.cancel(),
  };
}

/** All events up to the end of the stream. */
export async function allEvents(answer: Response): Promise<readonly SentEvent[]> {
  const reader = eventReader(answer);
  const events: SentEvent[] = [];
  for (let event = await reader.next(); event !== null; event = await reader.next()) {
    events.push(event);
  }
  return events;
}

function parsed(frame: string): SentEvent {
  const field = (name: string) =>
    frame
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  if (frame.startsWith(':')) return { event: 'comment', id: null, data: frame.slice(2) };
  return { event: field('event') ?? '', id: field('id'), data: field('data') ?? '' };
}
