import {
  type Answer,
  type Command,
  joinAll,
  type Label,
  label,
  type Message,
  type RunEvent,
} from '@countersign/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandKey, fold, outstanding, type TurnState, waitingFor, wishOf } from './index.ts';
import { answered, done, failed, held, reply } from './testing/events.ts';
import { mailing, starting } from './testing/going-on.ts';

type CallCommand = Extract<Command, { kind: 'call' }>;

/** A run in a world that decides, performs, answers, loses and restarts as dice say. */
class World {
  readonly events: RunEvent[] = [];
  state: TurnState;
  readonly #dice: () => number;
  #busy = new Map<string, CallCommand>();
  /** Call ids with how often each was performed, and the yes that it was performed by. */
  readonly performed: { readonly key: string; readonly call: string; readonly wish: string }[] = [];
  /** By call: the questions that were ever asked about it, and the yes of a person. */
  readonly questions = new Map<string, string>();
  readonly yes = new Set<string>();
  readonly gave = new Map<string, Label>();
  #count = 0;

  constructor(dice: () => number, onHold: 'wait' | 'go-on') {
    this.#dice = dice;
    const start = starting(onHold);
    this.events.push(start);
    this.state = fold(null, start);
  }

  get isOver(): boolean {
    return this.state.phase.kind === 'over';
  }

  /** @throws where the run neither acts, waits nor ends. */
  step(): void {
    const commands = outstanding(this.state);
    const open = commands.filter((one): one is CallCommand => one.kind === 'call');
    const moves: (() => void)[] = [
      ...commands.flatMap((one) => (one.kind === 'generate' ? [() => this.#speak(one.call)] : [])),
      // A runtime decides in the order of the wishes.
      ...open
        .filter((one) => !this.#busy.has(commandKey(one)))
        .slice(0, 1)
        .map((one) => () => this.#decide(one)),
      ...[...this.#busy.values()].map((one) => () => this.#end(one)),
      ...waitingFor(this.state).map(
        ({ id }) =>
          () =>
            this.#answer(id),
      ),
    ];
    expect(moves.length).toBeGreaterThan(0);
    if (this.#pick(20) === 0) this.#restart();
    else moves[this.#pick(moves.length)]?.();
  }

  #tell(event: RunEvent): void {
    this.events.push(event);
    this.state = fold(this.state, event);
  }

  #speak(call: string): void {
    const many = this.#pick(4);
    if (this.#pick(12) === 0) this.#tell(failed(call, 'MODEL_UNAVAILABLE'));
    // A model that is hard to stop: it wishes for the same few things again and again.
    else if (many === 0 || this.events.length > 45) this.#tell(reply(call, 'bye'));
    else
      this.#tell(
        mailing(
          Array.from({ length: many }, () => 'abc'.charAt(this.#pick(3))),
          call,
        ),
      );
  }

  #decide(command: CallCommand): void {
    const { call, approval } = command;
    // Now and then what was approved is held once more: a policy has changed.
    const asks = this.#pick(3) < (approval === null ? 2 : 1);
    if (asks) {
      const question = `qst_${++this.#count}`;
      const wish = wishOf(call);
      // The point of it: nobody is asked for what somebody is being asked for.
      if (approval === null && this.state.start.agent.definition.onHold === 'go-on')
        expect(this.#openWishes()).not.toContain(wish);
      this.questions.set(question, call.id);
      this.#tell(held(call.id, question));
    } else if (this.#pick(8) === 0)
      this.#tell({ kind: 'call.refused', call: call.id, code: 'NOT_AUTHORIZED', reason: 'no' });
    else this.#perform(command);
  }

  #openWishes(): readonly string[] {
    const asked = new Set(waitingFor(this.state).map(({ id }) => this.questions.get(id)));
    return (this.state.aside ?? []).flatMap(({ slot, wish }) =>
      slot.kind === 'asked' && slot.wish === undefined && asked.has(slot.call.id) ? [wish] : [],
    );
  }

  #perform(command: CallCommand): void {
    const { call, approval } = command;
    const key = commandKey(command);
    const asked = [...this.questions].some(([, of]) => of === call.id);
    // Nothing that was asked about happens without the yes to exactly it.
    if (asked)
      expect(approval !== null && this.yes.has(`${approval.question} ${call.id}`)).toBe(true);
    this.#busy.set(key, command);
    this.performed.push({ key, call: call.id, wish: wishOf(call) });
  }

  #end({ call, approval }: CallCommand): void {
    this.#busy.delete(commandKey({ kind: 'call', call, approval }));
    const of = label('untrusted', ['user:usr_1'], [`out:${call.id}`]);
    switch (this.#pick(5)) {
      case 0:
        this.#tell(failed(call.id, 'HTTP_TIMEOUT'));
        break;
      case 1: {
        const id = `qst_${++this.#count}`;
        this.questions.set(id, call.id);
        const outcome = { kind: 'unknown', why: 'crash', usage: {} } as const;
        this.#tell({
          kind: 'call.outcome',
          call: call.id,
          outcome,
          question: { id, expiresAt: 9 },
        });
        break;
      }
      default:
        this.gave.set(call.id, of);
        this.#tell(done(call.id, { ok: true }, of));
    }
  }

  #answer(question: string): void {
    const call = this.questions.get(question) ?? '';
    const before = outstanding(this.state).length;
    const answers: readonly Answer[] = [
      { kind: 'approve', callHash: 'h' },
      { kind: 'repeat', callHash: 'h' },
      { kind: 'happened' },
      { kind: 'deny', reason: 'no' },
      { kind: 'expired' },
      { kind: 'edit', callHash: 'h', args: { to: `e${question}` } },
    ];
    const answer = answers[this.#pick(answers.length)] ?? { kind: 'expired' };
    if (answer.kind === 'approve' || answer.kind === 'repeat') this.yes.add(`${question} ${call}`);
    this.#tell(answered(call, question, answer));
    if (answer.kind === 'deny' || answer.kind === 'expired')
      expect(outstanding(this.state).length).toBeLessThanOrEqual(before + 1);
  }

  /** The process dies: what was under way is told as the action says, everything else comes from the record. */
  #restart(): void {
    let again: TurnState | null = null;
    const snapshot = this.#pick(this.events.length);
    for (const [at, event] of this.events.entries()) {
      again = fold(again, event);
      if (at === snapshot) again = JSON.parse(JSON.stringify(again)) as TurnState;
    }
    expect(again).toEqual(this.state);
    if (again) this.state = again;
    const wanted = new Set(outstanding(this.state).map(commandKey));
    for (const key of this.#busy.keys()) expect(wanted.has(key) || this.isOver).toBe(true);
  }

  #pick(below: number): number {
    return Math.floor(this.#dice() * below);
  }
}

const results = ({ messages }: TurnState) =>
  messages.filter((one): one is Extract<Message, { role: 'tool' }> => one.role === 'tool');
const wishIn = ({ wish, call }: Extract<Message, { role: 'tool' }>) => wish ?? call;

/** A generator of numbers below one (Mulberry32). */
function diceOf(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.each(['go-on', 'wait'] as const)(
  'however answers, outcomes, replies and restarts come one after the other (%s), a run ends, and does nothing twice or unasked',
  (onHold) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const world = new World(diceOf(seed), onHold);
        for (let steps = 0; !world.isOver; steps++) {
          world.step();
          expect(steps).toBeLessThan(2_000);
          const { state } = world;
          // What the model says next is labelled by all that has entered, and by nothing less.
          expect(state.context).toEqual(joinAll(state.messages.map(({ label: of }) => of)));
        }
        const { state } = world;
        const keys = world.performed.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        const told = results(state);
        for (const { call, label: of, content } of told)
          if (JSON.stringify(content).includes('"ok":true'))
            expect(of).toEqual(world.gave.get(call));
        const first = told.filter(({ late }) => !late).map(wishIn);
        const late = told.filter(({ late: is }) => is).map(wishIn);
        for (const each of [first, late]) expect(new Set(each).size).toBe(each.length);
        for (const wish of late) expect(first).toContain(wish);
        if (onHold === 'wait') expect(state.aside).toBeUndefined();
        const ended = state.phase.kind === 'over' ? state.phase.result.kind : null;
        // Whoever hears the last words hears them of a model that was told everything.
        if (ended === 'answered') {
          expect(state.aside ?? []).toEqual([]);
          for (const [call] of world.gave) expect(told.map((one) => one.call)).toContain(call);
        }
      }),
      { numRuns: 80 },
    );
  },
);
