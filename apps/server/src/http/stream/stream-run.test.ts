import type { StreamedEntry } from '@countersign/contract';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { allEvents, eventReader, type SentEvent } from '../testing/read-events.ts';
import { HOME, world } from '../testing/world.ts';

const RUN = 'run_one';

test('gives stored entries in order, then new ones as they come, then the end', async () => {
  const w = await running();
  w.memory.append(RUN, 'run.started', { text: 'hello' });
  w.memory.append(RUN, 'call.intent', null);
  const reader = eventReader(await w.stream());
  expect(entryOf(await reader.next())).toMatchObject({
    kind: 'run.started',
    payload: { text: 'hello' },
  });
  expect(entryOf(await reader.next()).kind).toBe('call.intent');
  w.memory.append(RUN, 'call.outcome', null);
  expect(entryOf(await reader.next()).kind).toBe('call.outcome');
  w.memory.append(RUN, 'run.ended', null);
  expect(entryOf(await reader.next()).kind).toBe('run.ended');
  expect((await reader.next())?.event).toBe('end');
  expect(await reader.next()).toBeNull();
});

test('goes on after the entry that Last-Event-ID or `after` names, and the header counts more', async () => {
  const w = await running();
  for (let i = 0; i < 5; i++) w.memory.append(RUN, 'call.intent', null);
  w.memory.append(RUN, 'run.ended', null);
  expect(indexes(await allEvents(await w.stream('?after=3')))).toEqual([4, 5]);
  const resumed = await w.stream('?after=0', { 'last-event-id': '4' });
  expect(indexes(await allEvents(resumed))).toEqual([5]);
  const wrong = await w.stream('', { 'last-event-id': 'x' });
  expect(wrong.status).toBe(400);
});

test('an ended run whose entries have all been read ends at once', async () => {
  const w = await running();
  w.memory.append(RUN, 'run.ended', null);
  w.memory.put({ id: RUN, workspace: HOME, person: 'usr_user', status: 'ended' });
  expect((await allEvents(await w.stream('?after=0'))).map(({ event }) => event)).toEqual(['end']);
});

test('an entry that falls between the read and its answer is neither lost nor doubled', async () => {
  const w = await running();
  w.memory.append(RUN, 'call.intent', null);
  let reads = 0;
  w.memory.beforeRead = async () => {
    // After the rows were taken, before the stream has them: the worst moment.
    if (reads++ === 0) w.memory.append(RUN, 'call.outcome', null);
  };
  const reader = eventReader(await w.stream());
  expect([indexOf(await reader.next()), indexOf(await reader.next())]).toEqual([0, 1]);
  w.memory.append(RUN, 'run.ended', null);
  expect(indexOf(await reader.next())).toBe(2);
  expect((await reader.next())?.event).toBe('end');
});

test('a run started with its stream tells its entries without a look, each once and in order, whether or not they are told', async () => {
  for (const told of [true, false]) {
    const w = await world();
    let reads = 0;
    w.memory.gives = () => told;
    w.memory.beforeRead = async () => void reads++;
    w.memory.whileStarting = async (run) => {
      w.memory.append(run, 'run.started', { text: 'hello' });
      await Promise.resolve();
      w.memory.append(run, 'call.intent', null);
    };
    const reader = eventReader(await starting(w));
    expect([indexOf(await reader.next()), indexOf(await reader.next())]).toEqual([0, 1]);
    w.memory.append('run_1', 'run.ended', null);
    expect(indexOf(await reader.next())).toBe(2);
    expect((await reader.next())?.event).toBe('end');
    expect(reads > 0).toBe(!told);
    expect(w.memory.listeners).toBe(0);
  }
});

test('a stream of a run that was started before, or is told of elsewhere, begins with a look', async () => {
  const w = await world();
  const body = { dedupe: 'once' };
  w.memory.whileStarting = async (run) => void w.memory.appendSilently(run, 'run.started', null);
  const first = eventReader(await starting(w, body));
  expect(indexOf(await first.next())).toBe(0);
  const second = eventReader(await starting(w, body));
  expect(indexOf(await second.next())).toBe(0);
  await Promise.all([first.cancel(), second.cancel()]);
  expect(w.memory.listeners).toBe(0);
});

test('a start that fails leaves nobody listening', async () => {
  const w = await world();
  w.memory.whileStarting = () => Promise.reject(new Error('the database is away'));
  expect((await starting(w)).status).toBe(500);
  expect(w.memory.listeners).toBe(0);
});

test('whatever the order of writes, reads and wake-ups, every entry comes once and in order', {
  timeout: 60_000,
}, async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const w = await running();
    let state = seed;
    const chance = () => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state / 2147483648;
    };
    let left = 30;
    const write = () => {
      if (left-- <= 0) return;
      if (chance() < 0.5) w.memory.append(RUN, 'call.intent', null);
      else w.memory.say(RUN, { kind: 'text', text: 'x' });
    };
    w.memory.gives = () => chance() < 0.6;
    w.memory.beforeRead = async () => {
      while (chance() < 0.6) write();
    };
    const answer = await w.stream();
    const events = allEvents(answer);
    while (left > 0) {
      write();
      if (chance() < 0.5) await Promise.resolve();
    }
    w.memory.append(RUN, 'run.ended', null);
    const seen = indexes(await events);
    expect(seen).toEqual(seen.map((_, index) => index));
    expect(w.memory.listeners).toBe(0);
  }
});

test('words of the model come in the tick they are said', async () => {
  const w = await running();
  w.memory.append(RUN, 'call.intent', null);
  const reader = eventReader(await w.stream());
  await reader.next();
  w.memory.say(RUN, { kind: 'text', text: 'Hel' });
  expect(await reader.next()).toEqual({
    event: 'delta',
    id: null,
    data: '{"kind":"text","text":"Hel"}',
  });
  w.memory.say(RUN, { kind: 'tool', tool: 'mail_read' });
  expect((await reader.next())?.data).toBe('{"kind":"tool","tool":"mail_read"}');
  await reader.cancel();
});

test('no word overtakes the entry that it follows', async () => {
  const w = await running();
  let go: () => void = () => undefined;
  w.memory.beforeRead = () =>
    new Promise((resolve) => {
      go = resolve;
    });
  const reader = eventReader(await w.stream());
  w.memory.say(RUN, { kind: 'text', text: 'second' });
  w.memory.beforeRead = () => Promise.resolve();
  w.memory.append(RUN, 'call.outcome', null);
  go();
  const order = [await reader.next(), await reader.next()].map((event) => event?.event);
  expect(order).toEqual(['delta', 'entry']);
  await reader.cancel();
});

test('a reader that does not read holds no more than its share, and misses words only up to the next entry', async () => {
  const limits = { ...DEFAULT_LIMITS, deltaBytes: 1000 };
  const w = await running({ limits });
  const reader = eventReader(await w.stream());
  const big = 'x'.repeat(20_000);
  w.memory.append(RUN, 'call.intent', { big });
  await settled();
  for (let i = 0; i < 500; i++) w.memory.say(RUN, { kind: 'text', text: `word ${i} ` });
  w.memory.append(RUN, 'call.outcome', null);
  await settled();
  w.memory.say(RUN, { kind: 'text', text: 'lost' });
  const events = [await reader.next(), await reader.next(), await reader.next()];
  expect(events.map((event) => event?.event)).toEqual(['entry', 'delta', 'entry']);
  // What came is the beginning, without a hole.
  expect(JSON.parse(events[1]?.data ?? '').text).toMatch(/^word 0 word 1 word 2 /);
  expect(events[1]?.data.length).toBeLessThan(1200);
  w.memory.say(RUN, { kind: 'text', text: 'next' });
  expect((await reader.next())?.data).toContain('next');
  await reader.cancel();
});

test('an erased payload is told apart from one that never was', async () => {
  const w = await running();
  w.memory.append(RUN, 'call.outcome', { secret: 1 }, { erased: true });
  w.memory.append(RUN, 'call.intent', null);
  const reader = eventReader(await w.stream());
  expect(entryOf(await reader.next())).toMatchObject({ payload: null, erased: true });
  expect(entryOf(await reader.next())).toMatchObject({ payload: null, erased: false });
  await reader.cancel();
});

test('a quiet stream beats, and a beat finds the entry whose wake-up was lost', async () => {
  const w = await running();
  const reader = eventReader(await w.stream());
  w.memory.append(RUN, 'call.intent', null);
  await reader.next();
  w.memory.appendSilently(RUN, 'run.ended', null);
  w.clock.pass(DEFAULT_LIMITS.heartbeatMs);
  expect((await reader.next())?.event).toBe('comment');
  expect(entryOf(await reader.next()).kind).toBe('run.ended');
  expect((await reader.next())?.event).toBe('end');
});

test('a reader who signs out or loses their place is cut off at the next beat, without an end event', async () => {
  const w = await running();
  const key = w.keyWith(['runs:read'], { person: 'usr_user' });
  const answer = await w.withKey(key)('GET', `runs/${RUN}/stream`);
  const reader = eventReader(answer);
  const [made] = await w.doors.keys.keys(HOME);
  await w.doors.keys.revokeKey(HOME, made?.id ?? '', 'usr_user');
  w.clock.pass(DEFAULT_LIMITS.heartbeatMs);
  expect(await reader.next()).toBeNull();
  expect(w.memory.listeners).toBe(0);
  expect(w.clock.waiting).toBe(0);
});

test('a reader that goes away leaves nothing behind', async () => {
  const w = await running();
  const gone = new AbortController();
  const answer = await w.stream('', {}, gone.signal);
  expect(w.memory.listeners).toBe(2);
  gone.abort();
  await settled();
  expect([w.memory.listeners, w.clock.waiting]).toEqual([0, 0]);
  await answer.body?.cancel();

  const other = await w.stream();
  await other.body?.cancel();
  expect([w.memory.listeners, w.clock.waiting]).toEqual([0, 0]);
});

test('a failed read ends the stream without an end event, and is reported', async () => {
  const w = await running();
  w.memory.beforeRead = () => Promise.reject(new Error('the database went away'));
  expect(await allEvents(await w.stream())).toEqual([]);
  expect(w.failures).toHaveLength(1);
  expect(w.memory.listeners).toBe(0);
});

test('one person cannot hold all streams, and a closed one is free again', async () => {
  const w = await running({ limits: { ...DEFAULT_LIMITS, streamsPerPerson: 2 } });
  const first = await w.stream();
  await w.stream();
  const refused = await w.stream();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  await first.body?.cancel();
  expect((await w.stream()).status).toBe(200);
});

test('a HEAD request opens no stream', async () => {
  const w = await running();
  const answer = await w.as('usr_user')('HEAD', `runs/${RUN}/stream`);
  expect([answer.status, w.memory.listeners]).toEqual([405, 0]);
});

test('200 streams of one run all see every entry', async () => {
  const w = await running();
  w.memory.append(RUN, 'run.started', null);
  const streams = await Promise.all(Array.from({ length: 200 }, () => w.stream()));
  const all = Promise.all(streams.map(allEvents));
  for (let i = 0; i < 20; i++) {
    w.memory.say(RUN, { kind: 'text', text: 'x' });
    w.memory.append(RUN, 'call.intent', null);
  }
  w.memory.append(RUN, 'run.ended', null);
  const expected = Array.from({ length: 22 }, (_, index) => index);
  for (const events of await all) expect(indexes(events)).toEqual(expected);
  expect([w.memory.listeners, w.clock.waiting]).toEqual([0, 0]);
});

test('an answer is neither cached, compressed nor held back', async () => {
  const w = await running();
  const answer = await w.stream();
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('cache-control')).toContain('no-transform');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  await answer.body?.cancel();
});

async function running(changes: Parameters<typeof world>[0] = {}) {
  const w = await world(changes);
  w.memory.put({ id: RUN, workspace: HOME, person: 'usr_user' });
  const stream = (query = '', headers: Record<string, string> = {}, signal?: AbortSignal) =>
    w.request(`/api/v1/workspaces/${HOME}/runs/${RUN}/stream${query}`, {
      headers: { cookie: 'session=usr_user', ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
  return { ...w, stream };
}

async function starting(
  w: Awaited<ReturnType<typeof world>>,
  more: object = {},
): Promise<Response> {
  const body = { agent: 'agt_one', message: { text: 'Go' }, ...more };
  return w.as('usr_user')('POST', 'runs', body, { accept: 'text/event-stream' });
}

function entryOf(event: SentEvent | null): StreamedEntry {
  expect(event?.event).toBe('entry');
  return JSON.parse(event?.data ?? 'null') as StreamedEntry;
}

function indexOf(event: SentEvent | null): number {
  return Number(event?.id);
}

function indexes(events: readonly SentEvent[]): number[] {
  return events.filter(({ event }) => event === 'entry').map(({ id }) => Number(id));
}

/** Lets everything run that can run by itself. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

test('an entry that was committed here is sent without being read back', async () => {
  const w = await running();
  w.memory.append(RUN, 'run.started', null);
  const reader = eventReader(await w.stream());
  expect(indexOf(await reader.next())).toBe(0);
  await new Promise(setImmediate);
  w.memory.beforeRead = () => Promise.reject(new Error('was read back'));
  w.memory.append(RUN, 'call.intent', null);
  w.memory.append(RUN, 'run.ended', null);
  expect(indexOf(await reader.next())).toBe(1);
  expect(indexOf(await reader.next())).toBe(2);
  expect((await reader.next())?.event).toBe('end');
});

test('an entry that came along while one before it was missed waits for that one', async () => {
  const w = await running();
  w.memory.append(RUN, 'run.started', null);
  const reader = eventReader(await w.stream());
  expect(indexOf(await reader.next())).toBe(0);
  await new Promise(setImmediate);
  w.memory.appendSilently(RUN, 'call.intent', null);
  w.memory.append(RUN, 'call.outcome', null);
  expect([indexOf(await reader.next()), indexOf(await reader.next())]).toEqual([1, 2]);
  await reader.cancel();
});
