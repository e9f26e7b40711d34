import { z } from 'zod';
import { type Actor, narrow } from './actor.ts';
import { AGENT_MODES, type AgentDefinition, type AgentMode, limitsOf } from './agent.ts';
import { type Amounts, DIMENSIONS, type Dimension } from './budget.ts';
import type { Call } from './call.ts';
import type { Sha256 } from './digest.ts';
import { join } from './label.ts';
import { labelAt } from './labelled.ts';
import { isTyped, type Message } from './message.ts';
import { toolNameOf } from './model.ts';
import type { AgentSnapshot, PinnedTool, RunStart } from './run.ts';

/** Delegations that one run may wish for, whatever comes of them. */
export const MOST_DELEGATIONS = 32;
/** Held results that one delegation can be about. */
export const MOST_ABOUT = 8;
/** Characters of one of them, as the child reads it. */
export const MOST_ABOUT_CHARACTERS = 100_000;

const bound = z.int().nonnegative().optional();

/** What a model wishes for. Attacker-controlled once its context is: everything in it only makes the child smaller. */
export const delegationSchema = z.strictObject({
  task: z.string().min(1).max(4_000),
  /** What the child is to read, as text; each came from a held result. */
  about: z.array(z.string().max(MOST_ABOUT_CHARACTERS)).max(MOST_ABOUT).default([]),
  /** Action ids, or tools by the name a model knows. Absent: none; of a sub-agent, its own. */
  tools: z.array(z.string().min(1).max(100)).max(64).optional(),
  /** A sub-agent's id. Absent: the same agent. */
  agent: z.string().min(1).max(60).optional(),
  limits: z
    .strictObject({ steps: bound, calls: bound, tokens: bound, questions: bound })
    .default({}),
});
export type Delegation = z.infer<typeof delegationSchema>;

/** Why nothing was started. The message is our own and quotes nothing. */
export interface DelegationProblem {
  readonly code: DelegationProblemCode;
  readonly message: string;
}

export type DelegationProblemCode =
  | 'DELEGATION_UNUSABLE'
  | 'DELEGATION_TOOL_UNKNOWN'
  | 'DELEGATION_AGENT_UNKNOWN'
  | 'DELEGATION_MODEL_MISSING';

/** What a child is made of, besides its parent. */
export interface ChildOf {
  /** The child's run id. */
  readonly run: string;
  /** The version that the delegation names; the parent's own where it names none. */
  readonly agent: AgentSnapshot;
  readonly place: number | null;
  /** The parent's context so far; only what its person typed is taken from it. */
  readonly messages: readonly Message[];
  readonly denied: readonly Sha256[];
}

/** A child that may be started: its start, and all that it reads. */
export interface Child {
  readonly start: RunStart;
  readonly messages: readonly Message[];
}

/**
 * The run that a call delegates to. Whatever the call says, nothing of the child is better than its parent's: its tools,
 * connections, time and limits are a part of the parent's, its mode is no looser, and its context begins with the label
 * of the context that wished for it.
 */
export function childOf(parent: RunStart, call: Call, about: ChildOf): Child | DelegationProblem {
  const parsed = delegationSchema.safeParse(call.args);
  if (!parsed.success)
    return { code: 'DELEGATION_UNUSABLE', message: 'The arguments are not those of a delegation.' };
  const wanted = parsed.data;
  const isOther = wanted.agent !== undefined && wanted.agent !== parent.agent.id;
  if (isOther && (about.agent.id !== wanted.agent || !mayDelegateTo(parent.agent, wanted.agent)))
    return {
      code: 'DELEGATION_AGENT_UNKNOWN',
      message: 'There is no sub-agent of that id. Leave “agent” out, or name one that is listed.',
    };
  const agent = isOther ? about.agent : parent.agent;
  const tools = toolsOf(parent, agent, wanted.tools ?? (isOther ? null : []));
  if (tools === null)
    return {
      code: 'DELEGATION_TOOL_UNKNOWN',
      message: 'A tool in “tools” is not one that both you and the sub-agent have.',
    };
  const model = agent.definition.model.connection;
  if (!parent.grant.connections.includes(model))
    return {
      code: 'DELEGATION_MODEL_MISSING',
      message: 'The sub-agent’s model goes through a connection that this run may not use.',
    };
  const grant = narrow(parent.grant, parent.actor.run, {
    actions: tools.map(({ action }) => action),
    connections: [...new Set([model, ...tools.flatMap(({ connection }) => connection ?? [])])],
    expiresAt: parent.grant.expiresAt,
  });
  const kept = tools.filter(({ action }) => grant.actions.includes(action));
  const { delegated } = parent;
  return {
    start: {
      actor: actorOf(parent, agent, about.run),
      grant,
      agent: {
        ...agent,
        definition: narrowed(parent.agent.definition, agent.definition, kept, wanted.limits),
        tools: kept,
      },
      trigger: { kind: 'run', by: parent.actor.run, dedupe: `delegate:${call.id}` },
      conversation: null,
      delegated: {
        ...{ run: parent.actor.run, call: call.id, root: delegated?.root ?? parent.actor.run },
        place: about.place,
        typed: [...(delegated?.typed ?? []), ...about.messages.filter(isTyped)],
        denied: [...(delegated?.denied ?? []), ...about.denied],
      },
    },
    messages: messagesOf(wanted, call),
  };
}

/** Whether a builder listed a sub-agent. */
export function mayDelegateTo({ definition }: AgentSnapshot, agent: string): boolean {
  return (definition.subAgents ?? []).some((one) => one.agent === agent);
}

/** The stricter of two modes. */
export function stricterMode(
  a: AgentMode | undefined,
  b: AgentMode | undefined,
): AgentMode | undefined {
  if (a === undefined && b === undefined) return undefined;
  const [one, other] = [a ?? 'balanced', b ?? 'balanced'];
  return AGENT_MODES.indexOf(one) <= AGENT_MODES.indexOf(other) ? one : other;
}

/**
 * The child's tools: by name, or all that agent and parent have in common. One that goes through another connection than
 * the parent's is another tool. Null where a named one is not there.
 */
function toolsOf(
  parent: RunStart,
  agent: AgentSnapshot,
  names: readonly string[] | null,
): readonly PinnedTool[] | null {
  const common = agent.tools.filter(({ action, connection }) =>
    parent.agent.tools.some((own) => own.action === action && own.connection === connection),
  );
  if (names === null) return common;
  const isNamed = (name: string) => (tool: PinnedTool) =>
    tool.action === name || toolNameOf(tool.action) === name;
  if (!names.every((name) => common.some(isNamed(name)))) return null;
  return common.filter((tool) => names.some((name) => isNamed(name)(tool)));
}

/** What a version says, no better than the parent's says. A child neither plans nor extracts: both are counted by run. */
function narrowed(
  parent: AgentDefinition,
  own: AgentDefinition,
  tools: readonly PinnedTool[],
  wanted: Limits,
): AgentDefinition {
  const mode = stricterMode(parent.mode, own.mode);
  return {
    ...own,
    tools: own.tools.filter(({ action }) => tools.some((tool) => tool.action === action)),
    limits: least(limitsOf(parent), limitsOf(own), wanted),
    questionTtlMs: Math.min(parent.questionTtlMs, own.questionTtlMs),
    ...{ planning: 'never', extractionBits: 0 },
    ...(mode === undefined ? {} : { mode }),
  };
}

/** The least of several limits, in each dimension. */
function least(...all: readonly Limits[]): Amounts {
  const limits: { [dimension in Dimension]?: number } = {};
  for (const dimension of DIMENSIONS) {
    const given = all.flatMap((one) => one[dimension] ?? []);
    if (given.length > 0) limits[dimension] = Math.min(...given);
  }
  return limits;
}

/** Limits as a definition has them: what is not said does not bind. */
type Limits = { readonly [dimension in Dimension]?: number | undefined };

/** Who acts: the same person, through one agent's version more. Policies are asked for each of them. */
function actorOf({ actor }: RunStart, agent: AgentSnapshot, run: string): Actor {
  const above = [
    ...(actor.delegators ?? []),
    { agent: actor.agent, agentVersion: actor.agentVersion },
  ];
  const others = above.filter(
    (one, at) =>
      !(one.agent === agent.id && one.agentVersion === agent.version) &&
      above.findIndex(
        (same) => same.agent === one.agent && same.agentVersion === one.agentVersion,
      ) === at,
  );
  const { delegators: _, ...own } = actor;
  return {
    ...{ ...own, agent: agent.id, agentVersion: agent.version, run },
    ...(others.length === 0 ? {} : { delegators: others }),
  };
}

/** A model's words and what it chose to pass on: never the person's, whatever label their context had. */
function messagesOf({ task, about }: Delegation, call: Call): readonly Message[] {
  const said = (text: string, place: string): Message => ({
    ...{ role: 'user', text, from: 'agent' },
    label: join(call.context, labelAt({ label: call.context, leaves: call.leaves }, place)),
  });
  return [
    said(task, '/task'),
    ...about.map((text, at) => said(`[material]\n${text}`, `/about/${at}`)),
  ];
}
