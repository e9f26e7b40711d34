import {
  Bug,
  type Exhausted,
  isPermissionAccount,
  type ModelDelta,
  must,
  type Question,
  type RecordStore,
  type RunEvent,
} from '@countersign/contract';
import { cancelRun } from './cancel-run.ts';
import { type Along, commitOf } from './commit-of.ts';
import { beforePoint, pointsAfter } from './commit-points.ts';
import { type Concluded, callOf, type Decide, type Starts } from './decide-port.ts';
import type { Engine } from './engine-port.ts';
import { eventEntry, eventsOf, placed } from './entries.ts';
import { unlessKnown } from './facts.ts';
import { createLane, deferred } from './lane.ts';
import { patiently } from './patiently.ts';
import { type Claimant, type Plan, placesOf, plan } from './plan.ts';
import type { AtPoint } from './points.ts';

/** Powers and stages a segment works with. */
export interface SegmentPowers<State> {
  readonly record: Pick<RecordStore, 'commit' | 'loadRun' | 'reader'>;
  readonly engine: Engine<State>;
  readonly decide: Decide<State>;
  readonly now: () => number;
  /** Resolves after that many milliseconds, or at once when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly atPoint: AtPoint;
  readonly publish: (run: string, delta: ModelDelta) => void;
}

/** Where a segment begins: what a worker holds of its run. */
export interface SegmentStart<State> {
  readonly workspace: string;
  readonly run: string;
  readonly epoch: number;
  readonly lastIndex: number;
  readonly state: State | null;
}

/** `duplicateOf`: the trigger's dedupe key was used before, and this run was not made. */
export interface Advanced {
  readonly duplicateOf: string | null;
}

/** How a segment ended. `lost`: another worker holds the run; nothing more may be done here. */
export type SegmentEnd = 'parked' | 'ended' | 'lost';

/**
 * One worker's hold of one run: folds events, commits what follows, begins what was allowed, until the
 * run parks or ends. Commits are made one after the other; effects run side by side.
 */
export class Segment<State> {
  readonly #powers: SegmentPowers<State>;
  readonly #workspace: string;
  readonly #run: string;
  #epoch: number;
  #lastIndex: number;
  #state: State | null;
  #end: SegmentEnd | null = null;
  readonly #busy = new Map<string, Busy>();
  /** Commands that were carried out and leave nothing in the state: runs that were told to stop. */
  readonly #carriedOut = new Set<string>();
  #isParentDeaf = false;
  readonly #serial = createLane();
  readonly #done = deferred<SegmentEnd>();
  /** Settles when the segment has ended; rejects for a bug or a database that is away. */
  readonly done: Promise<SegmentEnd>;

  constructor(powers: SegmentPowers<State>, start: SegmentStart<State>) {
    this.#powers = powers;
    this.#workspace = start.workspace;
    this.#run = start.run;
    this.#epoch = start.epoch;
    this.#lastIndex = start.lastIndex;
    this.#state = start.state;
    this.done = this.#done.promise;
  }

  /** The state after all that is committed. */
  get state(): State | null {
    return this.#state;
  }

  /** Makes an event durable and goes on from it. With null it goes on from where the run stands. */
  advance(event: RunEvent | null, along: Along = {}): Promise<Advanced> {
    return this.#serial(() => this.#advance(event, along));
  }

  /** Somebody has appended entries up to `index`: folds those that are not our own, stops what is no longer wanted, goes on. */
  foreign(index: number): Promise<void> {
    return this.#serial(async () => {
      if (this.#end || index <= this.#lastIndex) return;
      await this.#catchUp();
      if (!this.#end) await this.#advance(null, {});
    });
  }

  /** Performs what an allowed command was granted; used for what a plan begins and for what a crash interrupted. */
  perform(key: string, call: string, work: Work): void {
    const controller = new AbortController();
    this.#busy.set(key, { controller, place: work.place });
    void this.#work(key, call, work, controller.signal).catch((error: unknown) =>
      this.#fail(error),
    );
  }

  /** Keeps commands from being begun: a crash left them in doubt, and they are settled one by one. */
  holdBack(doubts: Iterable<readonly [key: string, place: number | null]>): void {
    for (const [key, place] of doubts)
      this.#busy.set(key, { controller: new AbortController(), place });
  }

  /** Places of the contract that are taken by what is under way, but for one command. */
  takenBeside(key: string): readonly number[] {
    return placesOf(
      [...this.#busy].flatMap(([other, { place }]) => (other === key ? [] : [place])),
    );
  }

  /** Settles a command that was held back: from now on the event says what became of it. */
  conclude(key: string, event: RunEvent, along: Along = {}): Promise<Advanced> {
    return this.#serial(() => {
      this.#busy.delete(key);
      return this.#advance(event, along);
    });
  }

  /** Stops everything at once without another commit: the process is going down, a later segment takes over. */
  abandon(): void {
    this.#over('lost');
  }

  async #work(key: string, call: string, work: Work, signal: AbortSignal): Promise<void> {
    const powers = this.#powers;
    if (work.delayMs > 0) await powers.pause(work.delayMs, signal);
    const done = await work.perform(signal, (delta) => powers.publish(this.#run, delta));
    powers.atPoint('effect.performed');
    await this.#serial(async () => {
      this.#busy.delete(key);
      if (this.#end) return;
      if ('child' in done) {
        await this.#startChild(key, call, work, done);
        return;
      }
      const { outcome, basis, settle } = done;
      const question = outcome.kind === 'unknown' ? work.askUnknown() : null;
      const asked = question && { id: question.id, expiresAt: question.expiresAt };
      await this.#advance(
        {
          ...{ kind: 'call.outcome', call, outcome, question: asked, ...placed(work.place) },
          ...(basis ? { basis } : {}),
        },
        { settle, open: question ? [question] : [] },
      );
    });
  }

  /** The start of the child, this run's word of it and its budget are one commit: of all there is everything or nothing. */
  #startChild(key: string, call: string, work: Work, { child, settle, release }: Starts) {
    const orElse: RunEvent = {
      ...{ kind: 'call.outcome', call, question: null, ...placed(work.place) },
      outcome: { kind: 'cancelled', usage: {} },
    };
    return this.#advance(
      { kind: 'call.delegated', call, run: child.create.id },
      { settle, child: { ...child, key, orElse: { event: orElse, settle: release } } },
    );
  }

  /** Tells a run that does a part of the work to stop. Until it is told, this one neither parks nor ends. */
  async #stopChild(key: string, run: string): Promise<void> {
    this.#busy.set(key, { controller: new AbortController(), place: null });
    await patiently(this.#powers, () =>
      cancelRun(this.#powers.record, {
        ...{ workspace: this.#workspace, run, by: this.#run },
        reason: 'The run that delegated to it was stopped.',
      }),
    );
    await this.#serial(async () => {
      this.#busy.delete(key);
      this.#carriedOut.add(key);
      if (!this.#end) await this.#advance(null, {});
    });
  }

  async #advance(first: RunEvent | null, along: Along): Promise<Advanced> {
    const exhausted = new Map<string, Exhausted>();
    const usedUp = new Map<string, ReadonlySet<string>>();
    let event = first;
    for (;;) {
      if (along.child) {
        // It is started already, and its answer was lost; or whoever wished for it has been stopped meanwhile.
        if (event === null) return this.#advance(null, {});
        const { key, orElse } = along.child;
        if (!this.#wants(key)) return this.#advance(orElse.event, { settle: orElse.settle });
      }
      const made = await this.#plan(event, exhausted, usedUp);
      if (along.create && made.rest.kind !== 'going')
        return this.#createApart(must(event, 'a run is created by an event'), along);
      this.#powers.atPoint(beforePoint(event, made));
      const committed = await patiently(this.#powers, () =>
        this.#powers.record.commit(commitOf(this.#place(), made, along)),
      );
      switch (committed.kind) {
        case 'committed':
          this.#took(event, made, committed);
          return { duplicateOf: null };
        case 'stale':
        case 'closed':
        case 'overtaken':
          // Somebody told the run something, or a commit of ours arrived although its answer was lost.
          event = unlessKnown(event, await this.#catchUp());
          if (this.#end) return { duplicateOf: null };
          if (committed.kind !== 'stale') return this.#advance(null, {});
          continue;
        case 'exhausted': {
          const { account } = committed.exhausted;
          // A permission that is used up asks a person again; a budget that is used up refuses.
          const isPermission = isPermissionAccount(account);
          const { key } = must(
            made.claimants.findLast((one) =>
              isPermission ? draws(one, account) : !exhausted.has(one.key),
            ),
            'a reservation failed that no command asked for',
          );
          if (isPermission) usedUp.set(key, new Set([...(usedUp.get(key) ?? []), account]));
          else exhausted.set(key, committed.exhausted);
          continue;
        }
        case 'deaf':
          this.#isParentDeaf = true;
          continue;
        case 'duplicate':
          if (along.child) {
            event = unlessKnown(event, await this.#catchUp());
            if (event !== null && !this.#end) throw new Bug('a call starts one run');
            if (this.#end) return { duplicateOf: null };
            continue;
          }
          this.#over('lost');
          return { duplicateOf: committed.run };
        case 'fenced':
        case 'ended':
          this.#over('lost');
          return { duplicateOf: null };
      }
    }
  }

  /** A run that cannot begin with an effect is created first and planned after, since its epoch fences the rest. */
  async #createApart(event: RunEvent, along: Along): Promise<Advanced> {
    const { record, engine } = this.#powers;
    const entries = [eventEntry(this.#run, event)];
    const committed = await patiently(this.#powers, () =>
      record.commit({ workspace: this.#workspace, entries, ...along }),
    );
    if (committed.kind === 'duplicate') {
      this.#over('lost');
      return { duplicateOf: committed.run };
    }
    if (committed.kind !== 'committed') throw new Bug(`a new run was ${committed.kind}`);
    this.#state = engine.fold(null, event);
    this.#lastIndex = committed.last;
    this.#epoch = committed.epoch ?? this.#epoch;
    return this.#advance(null, {});
  }

  #place() {
    const fence = { epoch: this.#epoch, lastIndex: this.#lastIndex };
    return { workspace: this.#workspace, run: this.#run, fence };
  }

  #plan(
    event: RunEvent | null,
    exhausted: ReadonlyMap<string, Exhausted>,
    usedUp: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<Plan<State>> {
    const { engine, decide } = this.#powers;
    return plan({
      run: this.#run,
      engine,
      decide,
      state: this.#state,
      event,
      busy: new Map([...this.#busy].map(([key, { place }]) => [key, place])),
      ...{ exhausted, usedUp, done: this.#carriedOut, isParentDeaf: this.#isParentDeaf },
    });
  }

  #took(
    event: RunEvent | null,
    made: Plan<State>,
    committed: { last: number; epoch: number | null },
  ): void {
    this.#state = made.state;
    this.#lastIndex = Math.max(this.#lastIndex, committed.last);
    this.#epoch = committed.epoch ?? this.#epoch;
    for (const point of pointsAfter(event, made)) this.#powers.atPoint(point);
    if (made.rest.kind !== 'going') {
      this.#over(made.rest.kind);
      return;
    }
    this.#stopUnwanted();
    for (const { key, command, allowed } of made.begin) {
      const delayMs = command.kind === 'generate' ? command.delayMs : 0;
      const { perform, askUnknown, place } = allowed;
      this.perform(key, callOf(command), { delayMs, perform, askUnknown, place });
    }
    for (const { key, run } of made.stop)
      void this.#stopChild(key, run).catch((error: unknown) => this.#fail(error));
  }

  /** Whether the state wants a command. */
  #wants(key: string): boolean {
    const { engine } = this.#powers;
    const wanted = this.#state === null ? [] : engine.outstanding(this.#state);
    return wanted.some((command) => engine.commandKey(command) === key);
  }

  /** Aborts what runs although the state no longer wants it: after a cancel, nothing is wanted but the end. */
  #stopUnwanted(): void {
    const { engine } = this.#powers;
    const wanted = new Set(
      this.#state === null
        ? []
        : engine.outstanding(this.#state).map((command) => engine.commandKey(command)),
    );
    for (const [key, { controller }] of this.#busy) if (!wanted.has(key)) controller.abort();
  }

  /** Folds the events that others appended, and gives them. */
  async #catchUp(): Promise<readonly RunEvent[]> {
    const { record, engine } = this.#powers;
    const loaded = must(
      await patiently(this.#powers, () => record.loadRun(this.#workspace, this.#run)),
      'a leased run is in the record',
    );
    if (loaded.epoch !== this.#epoch) {
      this.#over('lost');
      return [];
    }
    const missed = eventsOf(loaded.entries.filter((entry) => entry.index > this.#lastIndex));
    for (const event of missed) this.#state = engine.fold(this.#state, event);
    this.#lastIndex = Math.max(this.#lastIndex, loaded.lastIndex);
    this.#stopUnwanted();
    return missed;
  }

  #over(end: SegmentEnd): void {
    if (this.#end) return;
    this.#end = end;
    for (const { controller } of this.#busy.values()) controller.abort();
    this.#done.resolve(end);
  }

  #fail(error: unknown): void {
    if (this.#end) return;
    this.#end = 'lost';
    for (const { controller } of this.#busy.values()) controller.abort();
    this.#done.reject(error instanceof Error ? error : new Bug(String(error)));
  }
}

function draws({ reserve }: Claimant, account: string): boolean {
  return reserve.some(({ accounts }) => accounts.includes(account));
}

/** A command that is being performed, or that a crash left in doubt. */
interface Busy {
  readonly controller: AbortController;
  readonly place: number | null;
}

/** How to carry out one allowed command. */
export interface Work {
  readonly delayMs: number;
  /** The slot of the contract that the call takes a place of; null where it takes none. */
  readonly place: number | null;
  perform(signal: AbortSignal, onDelta: (delta: ModelDelta) => void): Promise<Concluded | Starts>;
  askUnknown(): Question;
}
