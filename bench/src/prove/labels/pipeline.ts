import {
  type Call,
  type JsonObject,
  label,
  type Message,
  type Missing,
  type ModelReply,
  type Answer as PersonsAnswer,
  type Question,
  type RunStart,
  toolNameOf,
} from '@countersign/contract';
import type { TurnState } from '@countersign/engine';
import type { Functions } from './functions.ts';
import { both, type Influence, NOTHING, READERS } from './oracle.ts';
import type { Random } from './random.ts';
import { isStoring } from './stored.ts';
import { type Pool, World } from './world.ts';

/** Sources that one step may add at most. */
const MOST_NEW_SOURCES = 14;

/** What shaped values that a person wrote into a call, by argument. */
type Edited = ReadonlyMap<string, Influence>;

/** One run after another over one store, step by step, with an oracle that is told what shaped what. */
export class Pipeline {
  readonly #functions: Functions;
  readonly #random: Random;
  readonly #pool: Pool;
  readonly #world: World;
  readonly #start: RunStart;
  #state: TurnState;
  /** What shaped all that the model has read. */
  #context: Influence = NOTHING;
  /** What shaped the results that enter the context once every call of the turn has ended. */
  #entering: Influence = NOTHING;

  constructor(functions: Functions, random: Random, pool: Pool) {
    this.#functions = functions;
    this.#random = random;
    this.#pool = pool;
    this.#world = new World(functions, random, pool);
    this.#start = random.of(pool.starts);
    this.#state = this.#begin([]);
  }

  /** Takes all steps. @throws TooGood at the first label that is better than what shaped its value. */
  async run(): Promise<void> {
    const stores = this.#start.agent.tools.length > 2;
    const steps = stores ? 6 + this.#random.below(4) : this.#random.of([1, 1, 2]);
    // A later run that has read nothing finds, and changes, what an earlier one stored.
    const later = stores ? 2 + this.#random.below(2) : steps;
    for (let step = 0; step < steps; step++) {
      if (!this.#world.oracle.hasRoom(MOST_NEW_SOURCES)) return;
      const chance = this.#random.below(10);
      if (step === later) this.#state = this.#begin([]);
      else if (chance === 0) this.#state = this.#functions.restarted(this.#state);
      else if (chance === 1) this.#state = this.#begin(this.#state.messages);
      else if (chance === 2) await this.#compute();
      else await this.#turn();
    }
  }

  /** A run begins: with what a person types, what is pasted, and at times the conversation before it. */
  #begin(before: readonly Message[]): TurnState {
    const history = this.#random.once(2) ? before : [];
    if (history.length === 0) this.#context = NOTHING;
    const messages = [this.#message('principal')];
    if (this.#random.once(4)) messages.push(this.#message('untrusted'));
    if (this.#random.once(16)) messages.push(this.#message('hostile'));
    const state = this.#functions.fold(null, {
      ...{ kind: 'run.started', start: this.#start, history, messages },
    });
    this.#world.check(state.context, this.#context, 'the context of a run that begins');
    return state;
  }

  #message(integrity: 'principal' | 'untrusted' | 'hostile'): Message {
    const names = [this.#world.name('run')];
    const readers =
      integrity === 'principal' && this.#random.once(2)
        ? 'public'
        : Array.from({ length: this.#random.below(6) }, () => this.#random.of(READERS));
    this.#context = both(this.#context, this.#world.oracle.source(integrity, readers, names));
    return { role: 'user', text: 'said', label: label(integrity, readers, names) };
  }

  /** The model speaks, and each of its calls comes to an end. */
  async #turn(): Promise<void> {
    const { phase } = this.#state;
    if (phase.kind !== 'generating') return;
    const calls = this.#wishes();
    const reply: ModelReply = {
      ...{ text: 'so', calls, finish: 'stop', tokensIn: 1, tokensOut: 1 },
    };
    // A reply is plain data, as the executor gives it.
    const result = reply as unknown as JsonObject;
    const outcome = this.#functions.labelReply(
      { kind: 'done', result, usage: {} },
      this.#state.context,
      { redact: (text) => text },
    );
    if (outcome.kind === 'done')
      this.#world.check(outcome.result.label, this.#context, 'what a model says');
    this.#entering = NOTHING;
    this.#fold({ kind: 'call.outcome', call: phase.call, outcome, question: null });
    await this.#settleAll();
  }

  #wishes(): ModelReply['calls'] {
    const count = this.#random.of([0, 1, 1, 1, 1, 1, 1, 2]);
    return Array.from({ length: count }, (_, at) => {
      const action = this.#tool();
      return { id: `t${at}`, tool: toolNameOf(action), args: this.#argumentsFor(action) };
    });
  }

  /** One of the run's tools; of those on the store, what fills it while there is nothing in it. */
  #tool(): string {
    const { tools } = this.#state.start.agent;
    const [first, second, filling] = tools.map(({ action }) => action);
    if (filling === undefined || this.#random.once(4))
      return this.#random.of([first, second]) ?? '';
    return this.#world.store.holds(filling.split('.')[0] ?? '')
      ? this.#random.of(tools.slice(2)).action
      : filling;
  }

  #argumentsFor(action: string): JsonObject {
    if (isStoring(action)) return this.#world.store.argumentsFor(action, this.#random);
    return this.#random.of(this.#pool.actions.get(action)?.asked ?? []);
  }

  async #settleAll(): Promise<void> {
    for (let call = this.#openCall(); call !== null; call = this.#openCall())
      await this.#settle(call);
    this.#context = both(this.#context, this.#entering);
    this.#world.check(this.#state.context, this.#context, 'the context after a turn');
    const { phase } = this.#state;
    if (phase.kind !== 'over') return;
    if (phase.result.kind === 'answered')
      this.#world.check(phase.result.label, this.#context, 'the answer of a run');
    this.#state = this.#begin(this.#state.messages);
  }

  #openCall(): Call | null {
    const { phase } = this.#state;
    const slot = phase.kind === 'calling' ? phase.slots.find(({ kind }) => kind === 'open') : null;
    return slot?.kind === 'open' ? slot.call : null;
  }

  async #settle(asked: Call): Promise<void> {
    let call = asked;
    let edited: Edited = new Map();
    const chance = this.#random.below(10);
    if (chance === 0) {
      const refused = { code: 'NOT_AUTHORIZED', reason: 'No.' } as const;
      this.#fold({ kind: 'call.refused', call: call.id, ...refused });
      return;
    }
    if (chance <= 2) {
      const answered = this.#ask(call);
      if (answered === null) return;
      edited = answered;
      call = this.#openCall() ?? call;
    }
    const { outcome, influence } = await this.#world.perform(
      call,
      shapedBy(call, this.#context, edited),
    );
    this.#fold({ kind: 'call.outcome', call: call.id, outcome, question: null });
    this.#entering = both(this.#entering, influence);
  }

  /** A person answers. An edit raises the one value that they wrote; null where the answer was a no. */
  #ask(call: Call): Edited | null {
    const question = this.#world.name('qst');
    const why = { effect: null, steps: [], leaves: [], policies: [], policyVersion: '' };
    const asked = { id: question, expiresAt: 1 };
    this.#fold({ kind: 'call.held', call: call.id, question: asked, why });
    const names = Object.keys(call.args);
    const kind =
      names.length === 0
        ? 'approve'
        : this.#random.of(['approve', 'deny', 'expired', 'edit', 'edit'] as const);
    const edited = this.#random.once(3) ? 'new' : (names[this.#random.below(names.length)] ?? '');
    const answer = answerOf(kind, { ...call.args, [edited]: 'edited' });
    const by = 'usr_ann';
    const vouched = this.#functions.vouchedBy(questionAbout(call, question), answer, by, call);
    this.#fold({
      ...{ kind: 'question.answered', question, call: call.id, answer, by },
      ...vouched,
    });
    if (kind === 'approve') return new Map();
    if (kind === 'expired') return null;
    const own = this.#world.oracle.source('principal', 'public', [`${question}#/answer`]);
    if (kind === 'deny') {
      this.#entering = both(this.#entering, own);
      return null;
    }
    // It tells no more people than what it replaced, and names where that came from.
    const told = own.told | this.#context.told;
    return new Map([[edited, { chose: own.chose, told }]]);
  }

  /** An expression over earlier values, whose result is an argument of a call. */
  async #compute(): Promise<void> {
    const { kept } = this.#world;
    if (kept.length === 0) return;
    const [a, b] = [this.#random.of(kept), this.#random.of(kept)];
    const own = this.#functions.join(a.label, b.label);
    const influence = both(a.influence, b.influence);
    this.#world.check(own, influence, 'what is computed of two values');
    kept.push({ label: own, influence });
    const isStored = this.#random.once(3);
    const action = isStored ? 'table.insert' : this.#random.of([...this.#pool.actions.keys()]);
    const args = isStored ? this.#argumentsFor(action) : { a: 'x', b: ['y', 'z'] };
    const pointer = isStored ? '/rows/0/v' : this.#random.of(['/a', '/b', '/b/0']);
    const call: Call = {
      ...{ id: this.#world.name('call'), actor: this.#state.start.actor, action, pin: '', args },
      ...{ connection: null, context: this.#state.context, leaves: { [pointer]: own } },
    };
    await this.#world.perform(call, both(this.#context, influence));
  }

  #fold(event: Parameters<Functions['fold']>[1]): void {
    this.#state = this.#functions.fold(this.#state, event);
  }
}

function answerOf(kind: 'approve' | 'deny' | 'expired' | 'edit', args: JsonObject): PersonsAnswer {
  switch (kind) {
    case 'approve':
      return { kind, callHash: '' };
    case 'deny':
      return { kind, reason: 'Not this one.' };
    case 'expired':
      return { kind };
    case 'edit':
      return { kind, callHash: '', args };
  }
}

/** What shaped the arguments of a call: the context they were written in, and each value that a person wrote. */
function shapedBy({ args }: Call, context: Influence, edited: Edited): Influence {
  return Object.keys(args)
    .map((name) => edited.get(name) ?? context)
    .reduce(both, NOTHING);
}

function questionAbout(call: Call, id: string): Question {
  const missing = Object.entries(call.args).map(
    ([name, value]): Missing => ({
      ...{ pointer: `/${name}`, value, sink: 'val', because: 'unendorsed', origin: [] },
    }),
  );
  return {
    ...{ id, run: call.actor.run, call: call.id, callHash: '', kind: 'call', effect: 'write' },
    ...{ action: call.action, sentence: 'Act', args: call.args, askedAt: 0, expiresAt: 1 },
    ...{ requestedBy: 'usr_ann', missing },
  };
}
