import type { StreamedEntry } from '@countersign/contract';
import { ApiError } from '@countersign/sdk';
import { describe, expect, it } from 'vitest';
import { eventOf, type StreamEvent, streamEvents } from '../api/sse.ts';
import { Feed } from './feed.ts';
import { type Followed, follow } from './follow.ts';

const entry = (index: number): StreamedEntry => ({
  index,
  kind: 'run.cancelled',
  call: null,
  time: index,
  ref: {},
  payload: null,
  erased: false,
});
const said = (index: number): StreamEvent => ({ kind: 'entry', entry: entry(index) });
const END: StreamEvent = { kind: 'end' };

/** A server whose connections break as told: each element is what one connection says before it closes or throws. */
function server(connections: readonly (readonly (StreamEvent | Error)[])[]) {
  const asked: number[] = [];
  const waited: number[] = [];
  const left = [...connections];
  return {
    asked,
    waited,
    async open(after: number) {
      asked.push(after);
      const next = left.shift() ?? [END];
      if (next[0] instanceof ApiError) throw next[0];
      return (async function* () {
        for (const one of next) {
          if (one instanceof Error) throw one;
          yield one;
        }
      })();
    },
    async wait(ms: number) {
      waited.push(ms);
    },
  };
}

async function followed(connections: Parameters<typeof server>[0]) {
  const powers = server(connections);
  const told: Followed[] = [];
  await follow(-1, powers, (event) => told.push(event), new AbortController().signal);
  return {
    powers,
    told,
    indexes: told.flatMap((one) => (one.kind === 'entry' ? [one.entry.index] : [])),
  };
}

describe('follow', () => {
  it('goes on after the last entry it has, and tells none twice', async () => {
    const { powers, indexes } = await followed([
      [said(3), said(4), new Error('cut')],
      [said(4), said(7)],
      [said(9), END],
    ]);
    expect(powers.asked).toEqual([-1, 4, 7]);
    expect(indexes).toEqual([3, 4, 7, 9]);
  });

  it('waits longer with each try that brings nothing, and starts over once something came', async () => {
    const { powers } = await followed([[], [], [], [said(1)], [], [END]]);
    expect(powers.waited).toEqual([300, 1_000, 2_000, 300, 1_000]);
  });

  it('waits as long as the server says', async () => {
    const busy = new ApiError({
      status: 429,
      code: 'HTTP_STREAMS',
      message: '',
      retryAfterMs: 5_000,
    });
    const { powers } = await followed([[busy], [END]]);
    expect(powers.waited).toEqual([5_000]);
  });

  it('gives up where trying again cannot help', async () => {
    const gone = new ApiError({ status: 404, code: 'HTTP_NOT_FOUND', message: '' });
    await expect(followed([[gone]])).rejects.toBe(gone);
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const powers = server([[said(1), said(2)]]);
    const told: Followed[] = [];
    await follow(
      -1,
      powers,
      (event) => {
        told.push(event);
        if (event.kind === 'entry') stop.abort();
      },
      stop.signal,
    );
    expect(told).toHaveLength(2);
  });
});

describe('Feed', () => {
  const feedOf = (connections: Parameters<typeof server>[0]) => {
    const soon: (() => void)[] = [];
    const { open, wait } = server(connections);
    const feed = new Feed('run_x', {
      wait,
      open: (_run, after) => open(after),
      soon: (callback) => {
        soon.push(callback);
        return () => undefined;
      },
      happened: () => undefined,
    });
    return { feed, soon };
  };
  const settled = async (feed: Feed) => {
    while (feed.state.kind !== 'over') await Promise.resolve();
  };

  it('draws entries that arrive together once, and words only where they change', async () => {
    const { feed } = feedOf([
      [
        said(1),
        said(2),
        { kind: 'delta', delta: { kind: 'text', text: 'Hel' } },
        { kind: 'delta', delta: { kind: 'text', text: 'lo' } },
        said(3),
        END,
      ],
    ]);
    const views = new Set<unknown>();
    const speech = new Set<string>();
    feed.subscribe(() => {
      views.add(feed.view);
      speech.add(feed.speech.text);
    });
    feed.start();
    await settled(feed);
    expect(feed.state).toEqual({ kind: 'over' });
    expect(feed.view.lastIndex).toBe(3);
    expect(views.size).toBe(2);
    expect([...speech]).toEqual(['', 'Hel', 'Hello']);
    expect(feed.speech.text).toBe('');
  });

  it('says that words are missing where a connection was lost while they were said', async () => {
    const { feed } = feedOf([
      [{ kind: 'delta', delta: { kind: 'text', text: 'lost ' } }, new Error('cut')],
      [{ kind: 'delta', delta: { kind: 'text', text: 'found' } }, said(1), END],
    ]);
    const seen: string[] = [];
    feed.subscribe(() => seen.push(`${feed.speech.isPartial ? '…' : ''}${feed.speech.text}`));
    feed.start();
    await settled(feed);
    expect(seen).toContain('…found');
  });
});

describe('streamEvents', () => {
  const bytes = (...chunks: readonly string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
  const all = async (body: ReadableStream<Uint8Array>) => {
    const events: StreamEvent[] = [];
    for await (const event of streamEvents(body)) events.push(event);
    return events;
  };

  it('reads frames however the bytes are cut, and drops one that was cut off', async () => {
    const text = `retry: 1000\n\nid: 5\nevent: entry\ndata: ${JSON.stringify(entry(5))}\n\n: beat\n\nevent: end\ndata: {}\n\nid: 6\nevent: ent`;
    for (const size of [1, 7, 1000]) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(await all(bytes(...chunks))).toEqual([said(5), END]);
    }
  });

  it('knows nothing of kinds a newer server may have', () => {
    expect(eventOf('event: other\ndata: {}')).toBeNull();
    expect(eventOf(': beat')).toBeNull();
  });
});
