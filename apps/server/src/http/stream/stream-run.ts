import type { FreshEntries, RecordReader } from '@countersign/contract';
import type { Runs } from '../../runtime/port.ts';
import type { Clock } from '../clock.ts';
import type { Limits } from '../limits.ts';
import { Backlog } from './backlog.ts';
import { deltaFrame, endFrame, entryFrame, HEARTBEAT, OPENING } from './frames.ts';
import { shown } from './shown.ts';

/** What a stream draws on. */
export interface StreamDoors {
  readonly runs: Pick<Runs, 'deltas' | 'entries'>;
  readonly reader: Pick<RecordReader, 'run' | 'entries'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly limits: Pick<Limits, 'heartbeatMs' | 'deltaBytes'>;
}

/** Which run is streamed to whom. */
export interface StreamRequest {
  readonly workspace: string;
  readonly run: string;
  /** Whether the run had ended when it was looked up. */
  readonly ended: boolean;
  /** Index of the last entry the reader has; -1 for none. */
  readonly after: number;
  /** What came since before the run's first entry, for who began to listen then; null where entries are looked up first. */
  readonly heard: readonly (FreshEntries | null)[] | null;
  /** Asked at every heartbeat. */
  readonly mayRead: () => Promise<boolean>;
  /** Told once, when the stream is over for whatever reason. */
  readonly closed: () => void;
  readonly signal: AbortSignal;
  readonly failed: (error: unknown) => void;
}

/** Entries read at once. */
const PAGE = 50;
/** Bytes that may wait in the stream itself before the reader counts as slow. */
const ROOM = 16_384;

/**
 * A run as server-sent events: stored entries and live words, each entry once and in order.
 * It listens before it reads, and a listener only says "look again", so an entry that falls between the two is
 * seen by the next look; the index it goes on from only grows, so none is seen twice.
 */
export function streamRun(doors: StreamDoors, request: StreamRequest): Response {
  const stream = new RunStream(doors, request);
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => stream.open(controller),
      pull: () => stream.resume(),
      cancel: () => stream.close(),
    },
    { highWaterMark: ROOM, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // No cache, no compression, no buffer in a proxy: the first word must not wait for the second.
      'cache-control': 'no-cache, no-store, no-transform',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
    },
  });
}

class RunStream {
  readonly #doors: StreamDoors;
  readonly #request: StreamRequest;
  readonly #backlog: Backlog;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #cursor: number;
  #sending = false;
  #gathering = false;
  #endWhenDrained = false;
  #resume: () => void = () => undefined;
  #releases: (() => void)[] = [];

  constructor(doors: StreamDoors, request: StreamRequest) {
    this.#doors = doors;
    this.#request = request;
    this.#backlog = new Backlog(doors.limits.deltaBytes);
    this.#cursor = request.after;
  }

  open(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { workspace, run, signal, closed } = this.#request;
    this.#controller = controller;
    this.#releases.push(closed);
    if (signal.aborted) {
      this.close();
      return;
    }
    const abort = () => this.close();
    signal.addEventListener('abort', abort, { once: true });
    this.#releases.push(
      () => signal.removeEventListener('abort', abort),
      this.#doors.runs.entries(workspace, run, (fresh) => this.#look(fresh)),
      this.#doors.runs.deltas(run, (delta) => {
        this.#backlog.delta(delta);
        this.#sendWords();
      }),
    );
    this.#beatLater();
    this.#write(OPENING);
    this.#endWhenDrained = this.#request.ended;
    for (const fresh of this.#request.heard ?? [null]) this.#look(fresh);
  }

  /** The reader has room again. */
  resume(): void {
    this.#resume();
    this.#send();
  }

  close(): void {
    const controller = this.#controller;
    if (controller === null) return;
    this.#controller = null;
    for (const release of this.#releases.splice(0)) release();
    this.#resume();
    try {
      controller.close();
    } catch {
      // The reader has cancelled the stream already, which closed it.
    }
  }

  /** Entries at hand go out once their run has gone on: its next call is waited for, and they are not. */
  #look(fresh: FreshEntries | null): void {
    this.#backlog.entries(fresh);
    if (fresh === null) this.#send();
    else this.#sendSoon();
  }

  /** The first of the words that fall together goes out at once, the others as one. */
  #sendWords(): void {
    if (this.#gathering) return;
    this.#send();
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    setImmediate(() => {
      this.#gathering = false;
      this.#send();
    });
  }

  /** Sends what waits. */
  #send(): void {
    // Asked each time: a write may call `resume` before it returns, and so start a read of entries below us.
    while (!this.#sending && this.#hasRoom()) {
      const next = this.#backlog.take();
      if (next === undefined) return;
      if (next.kind === 'delta') this.#write(deltaFrame(next.delta));
      else if (next.fresh === null || next.fresh.after > this.#cursor)
        return void this.#sendEntries();
      else this.#sendFresh(next.fresh);
    }
  }

  /** Entries that follow the last one sent, as they were committed here: no need to look them up. */
  #sendFresh(fresh: FreshEntries): void {
    const entries = fresh.entries().filter(({ index }) => index > this.#cursor);
    const last = entries.at(-1);
    if (last === undefined) return;
    const ended = last.leaf.kind === 'run.ended';
    // Before the write, which may have the next ones sent before it returns.
    this.#cursor = last.index;
    this.#backlog.entrySent();
    this.#write(
      entries.map((entry) => entryFrame(shown(entry))).join('') + (ended ? endFrame() : ''),
    );
    if (ended) this.close();
  }

  async #sendEntries(): Promise<void> {
    this.#sending = true;
    try {
      const mayEnd = this.#endWhenDrained;
      const ended = await this.#drain();
      if (ended || mayEnd) {
        this.#write(endFrame());
        this.close();
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#sending = false;
    this.#send();
  }

  /** Sends all entries after the cursor; true once the run's last one is among them. */
  async #drain(): Promise<boolean> {
    const { workspace, run } = this.#request;
    while (this.#controller !== null) {
      const entries = await this.#doors.reader.entries(workspace, run, this.#cursor, PAGE);
      for (const entry of entries) {
        if (entry.index <= this.#cursor) continue;
        await this.#room();
        this.#write(entryFrame(shown(entry)));
        this.#cursor = entry.index;
        this.#backlog.entrySent();
        if (entry.leaf.kind === 'run.ended') return true;
      }
      if (entries.length < PAGE) return false;
    }
    return false;
  }

  /** Looks whether the run has ended before it looks for entries: then all of them are there to be read. */
  async #check(): Promise<void> {
    const { workspace, run } = this.#request;
    try {
      const summary = await this.#doors.reader.run(workspace, run);
      if (summary === null || summary.status === 'ended') this.#endWhenDrained = true;
    } catch (error) {
      return this.#fail(error);
    }
    this.#look(null);
  }

  #beatLater(): void {
    const stop = this.#doors.clock.after(this.#doors.limits.heartbeatMs, () => {
      this.#releases = this.#releases.filter((release) => release !== stop);
      void this.#beat();
    });
    this.#releases.push(stop);
  }

  /** Besides the sign of life: is the reader still one who may, and was a wake-up lost? */
  async #beat(): Promise<void> {
    try {
      if (!(await this.#request.mayRead())) return this.close();
    } catch (error) {
      return this.#fail(error);
    }
    if (this.#controller === null) return;
    if (this.#hasRoom()) this.#write(HEARTBEAT);
    this.#beatLater();
    await this.#check();
  }

  /** Ends without the end event: the reader connects again and goes on where it was. */
  #fail(error: unknown): void {
    if (this.#controller !== null) this.#request.failed(error);
    this.close();
  }

  #write(frame: string): void {
    this.#controller?.enqueue(this.#encoder.encode(frame));
  }

  #hasRoom(): boolean {
    return this.#controller !== null && (this.#controller.desiredSize ?? 0) > 0;
  }

  async #room(): Promise<void> {
    while (this.#controller !== null && !this.#hasRoom()) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
  }
}
