import type {
  ActionDescriptor,
  Call,
  JsonObject,
  Label,
  Labelled,
  Outcome,
  Performed,
  RunStart,
} from '@countersign/contract';
import { type Answer, answerOf, type RandomAction } from './actions.ts';
import type { Functions } from './functions.ts';
import { both, type Influence, NOTHING, Oracle } from './oracle.ts';
import type { Random } from './random.ts';
import { Stored, type StoredResult, storing } from './stored.ts';

/** What all pipelines share. */
export interface Pool {
  readonly actions: ReadonlyMap<string, RandomAction>;
  /** Beginnings of runs, each with some of the actions as tools. */
  readonly starts: readonly RunStart[];
}

/** A label is better than what shaped its value: where, and in what. */
export class TooGood extends Error {}

/** A value's label with what shaped the value. */
interface Kept {
  readonly label: Label;
  readonly influence: Influence;
}

const OWNERS: readonly (readonly string[])[] = [
  [],
  ['user:usr_ann'],
  ['user:usr_bob', 'mail:bob@example.com'],
  ['user:usr_ann', 'maildomain:example.com'],
];
const MOST_KEPT = 16;

/** What shaped a leaf of a result, given the pattern that declares it; null for what nothing declares. */
type ShapedBy = (pointer: string, pattern: string | null) => Influence;

/** What a pipeline acts in: the workspace's store, the actions, values that were kept, and the oracle. */
export class World {
  readonly oracle = new Oracle();
  readonly kept: Kept[] = [];
  readonly #functions: Functions;
  readonly #random: Random;
  readonly #pool: Pool;
  #stored: Stored | null = null;
  #names = 0;

  constructor(functions: Functions, random: Random, pool: Pool) {
    this.#functions = functions;
    this.#random = random;
    this.#pool = pool;
  }

  /** The store, made when it is first needed. */
  get store(): Stored {
    this.#stored ??= new Stored(this.#functions.stores());
    return this.#stored;
  }

  /** A name that nothing in the pipeline has yet. */
  name(of: string): string {
    this.#names += 1;
    return `${of}_${this.#names}`;
  }

  /** Compares a label with what shaped its value. @throws TooGood where it is better. */
  check(own: Label, influence: Influence, what: string): void {
    const wrong = this.oracle.wrongIn(own, influence);
    if (wrong !== null) throw new TooGood(`${what}: ${wrong}`);
  }

  /**
   * Performs a call whose arguments were shaped by `args`, has what it gave labelled, and compares all labels. Gives
   * what shapes a context that reads the whole of it.
   */
  async perform(
    call: Call,
    args: Influence,
  ): Promise<{ readonly outcome: Outcome; readonly influence: Influence }> {
    const own = this.#pool.actions.get(call.action);
    const descriptor = own?.descriptor ?? storing(call.action);
    if (descriptor === null) throw new Error(`no descriptor of ${call.action}`);
    const granted = { call, callHash: '', descriptor };
    const { performed, influenceAt } =
      own === undefined ? await this.store.perform(granted, args) : this.#answered(own);
    const owners = this.#random.of(OWNERS);
    const redact = (text: string) => text;
    const outcome = this.#functions.labelResult(performed, granted, { owners, redact });
    const made = this.#sourcesOf(performed, descriptor, owners);
    const shaped: ShapedBy = (pointer, pattern) =>
      both(influenceAt(pointer) ?? made(pattern), args);
    if (outcome.kind === 'unknown' || outcome.kind === 'cancelled')
      return { outcome, influence: NOTHING };
    const influence =
      performed.kind === 'done'
        ? this.#checkResult(
            outcome,
            own?.answer ?? answerOf(performed.result, descriptor),
            shaped,
            () => both(made(null), args),
          )
        : this.#checkWhole(outcome, shaped('', null), 'an error');
    return { outcome, influence };
  }

  /** What a random action gives: its answer, an error, or nothing that is known. */
  #answered({ answer }: RandomAction): StoredResult {
    const chance = this.#random.below(12);
    const usage = {};
    const influenceAt = () => null;
    if (chance === 0)
      return {
        performed: { kind: 'failed', code: 'X', message: 'They said no.', usage },
        influenceAt,
      };
    if (chance === 1) return { performed: { kind: 'cancelled', usage }, influenceAt };
    if (chance === 2) return { performed: { kind: 'unknown', why: 'lost', usage }, influenceAt };
    const count = this.#random.once(12) ? 20 + this.#random.below(50) : this.#random.below(3);
    const sources = Array.from({ length: count }, () => this.name('msg'));
    const done = { kind: 'done', result: answer.value, usage, sources } as const;
    if (this.kept.length === 0 || this.#random.once(2)) return { performed: done, influenceAt };
    // Part of it was stored before, such as a file: it comes back with the label it was kept with.
    const kept = this.#random.of(this.kept);
    const parts = this.#random.of(answer.leaves).pointer.split('/');
    const place = parts.slice(0, 1 + this.#random.below(parts.length)).join('/');
    return {
      performed: { ...done, stored: { [place]: kept.label } },
      influenceAt: (leaf) =>
        leaf === place || leaf.startsWith(`${place}/`) ? kept.influence : null,
    };
  }

  /** The sources of a result as its descriptor declares them: one for each pattern, and one for all the rest. */
  #sourcesOf(
    performed: Performed,
    { results }: ActionDescriptor,
    owners: readonly string[],
  ): (pattern: string | null) => Influence {
    const made = new Map<string | null, Influence>();
    const sources = performed.kind === 'done' ? (performed.sources ?? []) : [];
    const readers = { public: 'public', owner: owners, workspace: [...owners, 'workspace:ws_1'] };
    return (pattern) => {
      const known = made.get(pattern);
      if (known !== undefined) return known;
      const declared = pattern === null ? undefined : results[pattern];
      const source = this.oracle.source(
        declared?.integrity ?? 'untrusted',
        // `public` is the one text among these.
        readers[declared?.readers ?? 'owner'] as 'public' | readonly string[],
        pattern === null ? sources : sources.map((one) => `${one}#${pattern}`),
      );
      made.set(pattern, source);
      return source;
    };
  }

  #checkResult(
    outcome: Extract<Outcome, { kind: 'done' | 'failed' }>,
    { leaves }: Answer,
    shaped: ShapedBy,
    undeclared: () => Influence,
  ): Influence {
    const each = leaves.map(({ pointer, declared }) => shaped(pointer, declared?.[0] ?? null));
    const all = each.reduce(both, NOTHING);
    // Its size is told of the whole of it, to whoever is told that it was too large.
    if (outcome.kind === 'failed' || isWithheld(outcome.result))
      return this.#checkWhole(outcome, both(all, undeclared()), 'a result that is too large');
    for (const [at, { pointer }] of leaves.entries()) {
      const influence = each[at] ?? NOTHING;
      const own = this.#functions.labelAt(outcome.result, pointer);
      this.check(own, influence, `the field ${pointer} of a result`);
      if (this.kept.length < MOST_KEPT) this.kept.push({ label: own, influence });
    }
    return all;
  }

  #checkWhole(
    outcome: Extract<Outcome, { kind: 'done' | 'failed' }>,
    influence: Influence,
    what: string,
  ): Influence {
    const { label } = outcome.kind === 'done' ? outcome.result : outcome.message;
    this.check(label, influence, what);
    return influence;
  }
}

function isWithheld({ value }: Labelled): boolean {
  return (value as JsonObject)['withheld'] === true;
}
