import {
  Bug,
  type EntryInput,
  type Exhausted,
  type Question,
  type Reservation,
  type RunEvent,
  type RunResult,
} from '@countersign/contract';
import { type Allowed, callOf, type Decide, type Decided, type Deciding } from './decide-port.ts';
import type { Engine } from './engine-port.ts';
import { endEntry, eventEntry } from './entries.ts';
import { toldParent } from './told-parent.ts';

/** What one commit will say, and what may be begun once it is durable. */
export interface Plan<State> {
  readonly state: State;
  readonly entries: readonly EntryInput[];
  readonly reserve: readonly Reservation[];
  readonly open: readonly Question[];
  /** The commands that claim on budgets, in order. */
  readonly claimants: readonly Claimant[];
  readonly begin: readonly {
    readonly key: string;
    readonly command: Deciding;
    readonly allowed: Allowed;
  }[];
  /** Runs that do a part of the work and are to stop. */
  readonly stop: readonly { readonly key: string; readonly run: string }[];
  /** The run above, whose call this one's end answers; null where the run goes on, or nobody hears. */
  readonly tell: string | null;
  readonly rest: Rest;
}

/** A command with what it claims. */
export interface Claimant {
  readonly key: string;
  readonly reserve: readonly Reservation[];
}

/** Where the run stands after the commit. */
export type Rest =
  | { readonly kind: 'going' }
  /**
   * Everything waits for people or for other runs; `wakeAt` is when the first question runs out (milliseconds since 1970),
   * null where none is asked.
   */
  | { readonly kind: 'parked'; readonly wakeAt: number | null }
  | { readonly kind: 'ended'; readonly result: RunResult };

export interface PlanInput<State> {
  readonly run: string;
  readonly engine: Engine<State>;
  readonly decide: Decide<State>;
  /** The state before `event`; null where the event starts the run. */
  readonly state: State | null;
  /** What has just happened, or null to plan what a state wants. */
  readonly event: RunEvent | null;
  /** Keys of commands that are being performed, with the place of the contract that each has taken. */
  readonly busy: ReadonlyMap<string, number | null>;
  /** Keys of commands that a budget could not bear in an earlier attempt of this plan. */
  readonly exhausted: ReadonlyMap<string, Exhausted>;
  /** Keys of commands that are carried out, though the state cannot say so yet: runs that were told to stop. */
  readonly done: ReadonlySet<string>;
  /** The run above has ended: it is told nothing. */
  readonly isParentDeaf: boolean;
  /** By key of a command: accounts of standing permissions that could not bear it; it is decided without them. */
  readonly usedUp: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Folds an event and decides everything the new state wants, until nothing new is wanted: refusals and
 * held calls are folded in at once, allowed calls are to begin after the commit. So an outcome and the
 * next intent share one commit. Pure but for `decide`, which reads configuration.
 */
export async function plan<State>(input: PlanInput<State>): Promise<Plan<State>> {
  const { engine, run } = input;
  const entries: EntryInput[] = [];
  const reserve: Reservation[] = [];
  const open: Question[] = [];
  const begin: { key: string; command: Deciding; allowed: Allowed }[] = [];
  const planned = new Set<string>();
  const claimants: Claimant[] = [];
  const stop: { key: string; run: string }[] = [];
  const fold = (before: State | null, event: RunEvent): State => {
    entries.push(eventEntry(run, event));
    return engine.fold(before, event);
  };
  let state = input.event ? fold(input.state, input.event) : requireState(input.state);

  for (;;) {
    const command = engine.outstanding(state).find((one) => {
      const key = engine.commandKey(one);
      const isBegun = input.busy.has(key) || input.done.has(key) || planned.has(key);
      return one.kind !== 'end' && !isBegun;
    });
    if (!command || command.kind === 'end') break;
    const key = engine.commandKey(command);
    planned.add(key);
    if (command.kind === 'agree') {
      state = fold(state, command.event);
      continue;
    }
    if (command.kind === 'stop') {
      stop.push({ key, run: command.run });
      continue;
    }
    const call = callOf(command);
    const broke = input.exhausted.get(key);
    const taken = placesOf([...input.busy.values(), ...begin.map(({ allowed }) => allowed.place)]);
    const decided: Decided = broke
      ? refusalFor(broke)
      : await input.decide(state, command, { usedUp: input.usedUp.get(key), taken });
    if (decided.kind === 'refused') {
      const { code, reason, why } = decided;
      state = fold(state, { kind: 'call.refused', call, code, reason, ...(why ? { why } : {}) });
    } else if (decided.kind === 'held') {
      const { question, why } = decided;
      open.push(question);
      reserve.push(...decided.reserve);
      claimants.push({ key, reserve: decided.reserve });
      state = fold(state, {
        kind: 'call.held',
        call,
        question: { id: question.id, expiresAt: question.expiresAt },
        why,
      });
    } else {
      entries.push(decided.intent);
      reserve.push(...decided.reserve);
      claimants.push({ key, reserve: decided.reserve });
      begin.push({ key, command, allowed: decided });
    }
  }

  const rest = restOf(engine, state, input.busy.size + begin.length + stop.length);
  let tell: string | null = null;
  if (rest.kind === 'ended') {
    entries.push(endEntry(run, rest.result));
    const above = input.isParentDeaf ? null : engine.delegatedBy(state);
    if (above !== null) {
      const told = toldParent(engine, state, above, rest.result);
      entries.push(told.entry);
      tell = told.run;
    }
  }
  return { state, entries, reserve, open, claimants, begin, stop, tell, rest };
}

function restOf<State>(engine: Engine<State>, state: State, active: number): Rest {
  if (active > 0) return { kind: 'going' };
  const end = engine.outstanding(state).find((command) => command.kind === 'end');
  if (end?.kind === 'end') return { kind: 'ended', result: end.result };
  const deadlines = engine.waitingFor(state).map((asked) => asked.expiresAt);
  if (deadlines.length > 0) return { kind: 'parked', wakeAt: Math.min(...deadlines) };
  if (engine.waitsForRuns(state)) return { kind: 'parked', wakeAt: null };
  throw new Bug('a run neither acts, waits nor ends');
}

/** The places among what may be none. */
export function placesOf(all: readonly (number | null)[]): readonly number[] {
  return all.filter((place) => place !== null);
}

function refusalFor(broke: Exhausted) {
  const scope = broke.account.slice(0, broke.account.indexOf(':'));
  return {
    kind: 'refused',
    code: 'BUDGET_EXHAUSTED',
    reason: `The ${scope}'s limit of ${broke.limit} ${broke.dimension} is used up: ${broke.used} used, ${broke.wanted} wanted.`,
  } as const;
}

function requireState<State>(state: State | null): State {
  if (state === null) throw new Bug('a plan without an event needs a state');
  return state;
}
