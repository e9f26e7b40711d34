import {
  type Account,
  type ActionDescriptor,
  AGENT_MODES,
  type AgentMode,
  type AgentSnapshot,
  type Amounts,
  add,
  agentDefinitionSchema,
  type Call,
  childOf,
  DELEGATE,
  DIMENSIONS,
  exhaustedBy,
  INTEGRITIES,
  join,
  type Label,
  label,
  limitsOf,
  MOST_DELEGATION_DEPTH,
  noBetterThan,
  type RunStart,
  type Settlement,
} from '@countersign/contract';
import { reserveCall, reserveQuestion, settle } from '@countersign/gateway';
import { expect, test } from 'vitest';

const TREES = 100_000;
/** Starts, draws, settlements and ends of one tree, in any order. */
const STEPS = 12;
const ACTIONS = ['mail.read', 'mail.send', 'table.insert'] as const;
const CONNECTIONS = ['con_1', 'con_2'] as const;
const BOUNDED = ['steps', 'calls', 'tokens', 'questions'] as const;

/** Numbers that are the same in every run of the test (xorshift). */
class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed * 2_654_435_761 + 1;
  }
  below(most: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % most;
  }
  of<T>(all: readonly T[]): T {
    // There is something to choose from wherever this is asked.
    return all[this.below(all.length)] as T;
  }
  some<T>(all: readonly T[]): readonly T[] {
    return all.filter(() => this.below(2) === 0);
  }
}

const definition = agentDefinitionSchema.parse({
  name: 'Agent',
  model: { connection: 'con_model', name: 'm' },
  subAgents: ['agt_0', 'agt_1', 'agt_2'].map((agent) => ({ agent, purpose: 'helps' })),
});

function agentOf(chance: Chance, id: string): AgentSnapshot {
  const tools = [...chance.some(ACTIONS), DELEGATE].map((action) => ({
    ...{ action, pin: 'p', description: '', input: {} },
    connection: action === DELEGATE ? null : chance.of(CONNECTIONS),
  }));
  const mode = chance.of<AgentMode | undefined>([...AGENT_MODES, undefined]);
  return {
    ...{ id, version: 1 + chance.below(2), tools },
    definition: {
      ...definition,
      tools: tools.map(({ action, connection }) => ({ action, connection })),
      limits: Object.fromEntries(BOUNDED.map((one) => [one, chance.below(30)])),
      questionTtlMs: 60_000 * (1 + chance.below(5)),
      ...(mode ? { mode } : {}),
    },
  };
}

function labelOf(chance: Chance): Label {
  const readers = chance.below(2) === 0 ? 'public' : chance.some(['user:a', 'user:b', 'user:c']);
  return label(chance.of(INTEGRITIES), readers);
}

/** A run of a tree, as far as this test follows it. */
interface Node {
  readonly start: RunStart;
  readonly limits: Amounts;
  readonly above: readonly Node[];
  context: Label;
  isOver: boolean;
  /** What it drew itself, whatever its children did. */
  readonly own: Settlement[];
}

/** One tree, with all its accounts; every step is judged as the record judges a commit. */
class Tree {
  readonly #chance: Chance;
  readonly #accounts = new Map<string, Account>();
  readonly nodes: Node[] = [];
  readonly #open: { readonly node: Node; readonly reserved: Omit<Settlement, 'spent'> }[] = [];
  #ids = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
    const agent = agentOf(chance, 'agt_0');
    const actor = {
      ...{ workspace: 'ws', person: 'usr', roles: [], run: 'run_0' },
      ...{ agent: agent.id, agentVersion: agent.version },
    };
    this.#begin(
      {
        ...{ actor, agent, trigger: { kind: 'api', by: 'usr' }, conversation: null },
        grant: {
          actions: agent.tools.map(({ action }) => action),
          connections: ['con_model', ...CONNECTIONS],
          ...{ expiresAt: chance.below(1_000), ancestors: [] },
        },
      },
      [],
      labelOf(chance),
    );
  }

  step(): void {
    const node = this.#chance.of(this.nodes);
    const what = this.#chance.below(6);
    if (what < 2) this.#delegate(node);
    else if (what < 4) this.#draw(node);
    else if (what === 4) this.#end();
    else this.#stop(node);
  }

  /** Ends what is under way, and gives what is wrong with the tree's accounts. */
  wrong(): readonly string[] {
    while (this.#open.length > 0) this.#end();
    return this.nodes.flatMap(({ start, limits }) => {
      const { run } = start.actor;
      const account = this.#accounts.get(`run:${run}`);
      const below = this.nodes.filter(
        (one) => one.start.actor.run === run || one.start.grant.ancestors.includes(run),
      );
      const all = below
        .flatMap(({ own }) => own.map(({ spent }) => spent))
        .reduce<Amounts>((sum, spent) => add(sum, spent), {});
      return BOUNDED.flatMap((dimension) => {
        const spent = account?.spent[dimension] ?? 0;
        return [
          ...(spent === (all[dimension] ?? 0) ? [] : [`${run}: ${dimension} are not all counted`]),
          ...((account?.reserved[dimension] ?? 0) === 0 ? [] : [`${run}: ${dimension} are lost`]),
          ...(spent <= (limits[dimension] ?? 0) ? [] : [`${run}: more ${dimension} than it may`]),
        ];
      });
    });
  }

  #begin(start: RunStart, above: readonly Node[], context: Label): void {
    const id = `run:${start.actor.run}`;
    const limits = limitsOf(start.agent.definition);
    this.nodes.push({ start, limits, above, context, isOver: false, own: [] });
    this.#accounts.set(id, { id, limits, spent: {}, reserved: {} });
  }

  /** A hijacked model asks for whatever it likes; what it reads makes its context worse. */
  #delegate(node: Node): void {
    const chance = this.#chance;
    if (node.isOver || !node.start.grant.actions.includes(DELEGATE)) return;
    node.context = join(node.context, labelOf(chance));
    const other = chance.of([undefined, 'agt_0', 'agt_1', 'agt_2', 'agt_9']);
    const run = `run_${++this.#ids}`;
    const call = this.#callOf(node, {
      ...{ task: 'x', about: ['y'] },
      ...(chance.below(4) === 0 ? {} : { tools: [...chance.some([...ACTIONS, DELEGATE])] }),
      ...(other ? { agent: other } : {}),
      limits: Object.fromEntries(chance.some(BOUNDED).map((one) => [one, chance.below(60)])),
    });
    const agent =
      other === undefined || other === node.start.agent.id
        ? node.start.agent
        : agentOf(chance, other);
    const about = { run, agent, place: null, messages: [], denied: [] };
    const child = childOf(node.start, call, about);
    if ('code' in child) return;
    const context = child.messages.reduce((all, message) => join(all, message.label), node.context);
    const above = [...node.above, node];
    const limits = limitsOf(child.start.agent.definition);
    for (const one of above) assertNoBetter({ start: child.start, limits }, one);
    for (const message of child.messages)
      if (!noBetterThan(message.label, node.context) || message.role !== 'user' || !message.from)
        throw new Error('a child begins with no better label than its parent has');
    this.#begin(child.start, above, context);
  }

  #draw(node: Node): void {
    if (node.isOver) return;
    const { actor, grant } = node.start;
    const call = this.#callOf(node, {});
    const wanted =
      this.#chance.below(3) === 0
        ? reserveQuestion(actor, grant)
        : reserveCall(call, DESCRIPTOR, grant);
    const amounts = {
      ...wanted.amounts,
      tokens: this.#chance.below(9),
      steps: this.#chance.below(3),
    };
    const accounts = wanted.accounts.flatMap((id) => this.#accounts.get(id) ?? []);
    // All of it on all accounts, or none.
    if (accounts.some((account) => exhaustedBy(account, amounts))) return;
    for (const account of accounts)
      this.#accounts.set(account.id, { ...account, reserved: add(account.reserved, amounts) });
    this.#open.push({ node, reserved: { accounts: wanted.accounts, reserved: amounts } });
  }

  #end(): void {
    const at = this.#chance.below(Math.max(1, this.#open.length));
    const [one] = this.#open.splice(at, 1);
    if (!one) return;
    const { accounts, reserved } = one.reserved;
    const used = this.#chance.below(2) === 0 ? { tokensIn: 1, tokensOut: 0, wallMs: 1 } : {};
    const done = settle(
      { accounts, amounts: reserved },
      this.#chance.below(5) === 0
        ? { kind: 'cancelled', usage: used }
        : { kind: 'unknown', why: 'lost', usage: {} },
      null,
    );
    const spent = { ...done.spent, tokens: Math.min(done.spent.tokens ?? 0, reserved.tokens ?? 0) };
    one.node.own.push({ ...done, spent });
    for (const id of accounts) {
      const account = this.#accounts.get(id);
      if (!account) continue;
      this.#accounts.set(id, {
        ...account,
        reserved: add(account.reserved, reserved, -1),
        spent: add(account.spent, spent),
      });
    }
  }

  /** A run ends or is cancelled; what is below it may go on for a while, and what is under way is settled later. */
  #stop(node: Node): void {
    if (node.start.grant.ancestors.length > 0) node.isOver = true;
  }

  #callOf(node: Node, args: Call['args']): Call {
    const { actor } = node.start;
    return {
      ...{ id: `${actor.run}.${++this.#ids}`, actor, action: DELEGATE, pin: 'p', args },
      // What is passed on has a label of its own, which may be better than the context's.
      ...{ connection: null, context: node.context },
      leaves: { '/about/0': labelOf(this.#chance), '/task': labelOf(this.#chance) },
    };
  }
}

const DESCRIPTOR: ActionDescriptor = {
  ...{ id: 'mail.read', title: 'x', description: 'x', effect: 'read', repeat: 'safe' },
  ...{ input: {}, output: {}, sinks: {}, results: {}, connection: null, sentence: 'x' },
  bounds: { maxInputBytes: 1, maxOutputBytes: 1, timeoutMs: 1, maxCallsPerRun: 1 },
};

/** @throws Error that says what a run has that one above it has not. */
function assertNoBetter(
  { start: child, limits }: Pick<Node, 'start' | 'limits'>,
  { start: above, limits: most }: Pick<Node, 'start' | 'limits'>,
): void {
  const no = (what: string): never => {
    throw new Error(`a run has ${what} than one above it`);
  };
  const [own, upper] = [child.agent.definition, above.agent.definition];
  const { grant, agent } = child;
  if (!grant.actions.every((one) => above.grant.actions.includes(one))) no('more actions');
  if (!grant.connections.every((one) => above.grant.connections.includes(one)))
    no('more connections');
  if (grant.expiresAt > above.grant.expiresAt) no('more time');
  if (grant.ancestors.length > MOST_DELEGATION_DEPTH) no('more levels');
  if (grant.ancestors.length === MOST_DELEGATION_DEPTH && grant.actions.includes(DELEGATE))
    no('a deeper run');
  const isTool = (tool: (typeof agent.tools)[number]) =>
    above.agent.tools.some(
      ({ action, connection }) => action === tool.action && connection === tool.connection,
    );
  if (!agent.tools.every((tool) => isTool(tool) && grant.actions.includes(tool.action)))
    no('other tools');
  const looseness = (mode: AgentMode | undefined) => AGENT_MODES.indexOf(mode ?? 'balanced');
  if (looseness(own.mode) > looseness(upper.mode)) no('a looser mode');
  for (const dimension of DIMENSIONS)
    if ((limits[dimension] ?? Number.POSITIVE_INFINITY) > (most[dimension] ?? 0))
      no(`more ${dimension}`);
  if (own.questionTtlMs > upper.questionTtlMs) no('longer questions');
  if (own.planning !== 'never' || own.extractionBits !== 0) no('a contract or bits of its own');
  if (child.actor.person !== above.actor.person || child.actor.roles !== above.actor.roles)
    no('another person');
  const acting = [child.actor, ...(child.actor.delegators ?? [])];
  const isActing = acting.some(
    (one) => one.agent === above.actor.agent && one.agentVersion === above.actor.agentVersion,
  );
  if (!isActing) no('fewer agents to be judged by');
}

test('no run of a tree has more than one above it, and none spends what those above have not, in 100,000 random trees', () => {
  const found = { nodes: 0, deepest: 0 };
  for (let seed = 1; seed <= TREES; seed++) {
    const tree = new Tree(new Chance(seed));
    for (let step = 0; step < STEPS; step++) tree.step();
    const wrong = tree.wrong();
    if (wrong.length > 0) expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    found.nodes += tree.nodes.length;
    found.deepest = Math.max(found.deepest, ...tree.nodes.map(({ above }) => above.length));
  }
  expect(found.deepest).toBe(MOST_DELEGATION_DEPTH);
  expect(found.nodes).toBeGreaterThan(1.5 * TREES);
}, 120_000);
