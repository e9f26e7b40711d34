import type { Claimed, FreshEntries, RecordStore } from '@countersign/contract';
import { resume } from './resume.ts';
import type { Segment, SegmentPowers } from './segment.ts';

/** Milliseconds between signs of life, looks for dead workers, and looks for work that a lost signal would hide. */
const BEAT_MS = 5_000;
/** Milliseconds a run waits that failed for a bug or an absent database, before it is tried again. */
const RETRY_MS = 2_000;

export interface WorkerPowers<State> extends SegmentPowers<State> {
  readonly record: RecordStore;
  /** This process's worker id. */
  readonly id: string;
  /** Runs worked on at once. */
  readonly capacity: number;
  readonly timer: (ms: number, fire: () => void) => { cancel(): void };
  readonly report: (what: string, error: unknown, about: { readonly run?: string }) => void;
  /** Told of every run that got an entry, here or elsewhere, for those who watch it. */
  readonly onEntries: (workspace: string, run: string, fresh: FreshEntries | null) => void;
}

/** Takes runnable runs and works on them until stopped; adopts the runs of workers that died. */
export interface Worker<State> {
  /** Begins: adopts, listens, claims. */
  start(): Promise<void>;
  /** Stops claiming, abandons what runs (a later segment takes it over from the record) and gives up the leases. */
  stop(): Promise<void>;
  /** Hands over a segment that this process began itself. */
  take(run: string, segment: Segment<State>): void;
  /** Tells a run's segment, where it is here, that entries were appended. */
  poke(run: string, index: number): void;
  /** Runs being worked on. */
  active(): number;
}

/** A {@link Worker} over a record. */
export function createWorker<State>(powers: WorkerPowers<State>): Worker<State> {
  const segments = new Map<string, Segment<State>>();
  /** Runs that are being loaded. They take room too; nobody waits for them. */
  const loading = new Set<string>();
  let stopping = false;
  let pumping: Promise<void> | null = null;
  let again = false;
  /** The last claim filled all room: there may be more. */
  let backlog = false;
  let beat: { cancel(): void } | null = null;
  let alarm: { cancel(): void } | null = null;
  let unwatch: (() => Promise<void>) | null = null;

  const guard = (what: string, work: () => Promise<unknown>) => {
    void work().catch((error: unknown) => powers.report(what, error, {}));
  };

  const take = (run: string, segment: Segment<State>) => {
    segments.set(run, segment);
    segment.done.then(
      (end) => {
        segments.delete(run);
        if (backlog) pump();
        else if (end === 'parked') guard('alarm', setAlarm);
      },
      (error: unknown) => {
        segments.delete(run);
        powers.report('segment', error, { run });
        retryLater(run);
      },
    );
  };

  /** The lease stays ours for a moment; then the run is looked at again from the record, which counts the attempt. */
  const retryLater = (run: string) => {
    if (stopping) return;
    powers.timer(RETRY_MS, () => guard('retry', () => powers.record.release(powers.id, run)));
  };

  const begin = async (claimed: Claimed) => {
    loading.add(claimed.run);
    try {
      const segment = await resume(powers, claimed);
      if (stopping) segment.abandon();
      else take(claimed.run, segment);
    } catch (error) {
      powers.report('resume', error, { run: claimed.run });
      retryLater(claimed.run);
    } finally {
      loading.delete(claimed.run);
    }
  };

  const tell = (run: string, index: number) => {
    const segment = segments.get(run);
    if (segment) guard('foreign', () => segment.foreign(index));
  };

  async function pumpOnce(): Promise<void> {
    do {
      again = false;
      const room = powers.capacity - segments.size - loading.size;
      if (stopping || room <= 0) return;
      const claimed = await powers.record.claim(powers.id, room);
      for (const one of claimed) void begin(one);
      backlog = claimed.length === room;
      again ||= backlog;
    } while (again);
    await setAlarm();
  }

  function pump(): void {
    again = true;
    pumping ??= pumpOnce()
      .catch((error: unknown) => powers.report('claim', error, {}))
      .finally(() => {
        pumping = null;
        // Asked for while the alarm was being set: look once more.
        if (again && !stopping) pump();
      });
  }

  async function setAlarm(): Promise<void> {
    const at = await powers.record.nextWake();
    alarm?.cancel();
    // A timer's delay is 31 bits; a later look sets it again.
    alarm =
      at === null || stopping
        ? null
        : powers.timer(Math.min(Math.max(at - powers.now(), 0), 3_600_000), pump);
  }

  function onBeat(): void {
    guard('heartbeat', async () => {
      await powers.record.heartbeat(powers.id);
      if ((await powers.record.adopt(powers.id)) > 0) pump();
    });
    if (!stopping) beat = powers.timer(BEAT_MS, onBeat);
  }

  return {
    async start() {
      await powers.record.heartbeat(powers.id);
      unwatch = await powers.record.watch((signal) => {
        if (signal.kind === 'runnable') {
          pump();
          return;
        }
        powers.onEntries(signal.workspace, signal.run, signal.fresh ?? null);
        tell(signal.run, signal.index);
      });
      await powers.record.adopt(powers.id);
      onBeat();
      pump();
    },
    async stop() {
      stopping = true;
      beat?.cancel();
      alarm?.cancel();
      await pumping;
      for (const segment of segments.values()) segment.abandon();
      await unwatch?.();
      await powers.record.retire(powers.id);
    },
    take,
    poke(run, index) {
      if (segments.has(run)) tell(run, index);
      else pump();
    },
    active: () => segments.size + loading.size,
  };
}
