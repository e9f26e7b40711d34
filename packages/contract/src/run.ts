import { type ActionDescriptor, pinOf } from './action.ts';
import type { Actor, RunGrant } from './actor.ts';
import type { AgentDefinition } from './agent.ts';
import type { Sha256 } from './digest.ts';
import type { JsonObject } from './json.ts';
import type { Label } from './label.ts';
import type { Message } from './message.ts';

/** What started a run. `by` is a user id, a key id, or the parent run. */
export interface Trigger {
  readonly kind: 'chat' | 'api' | 'cli' | 'schedule' | 'webhook' | 'run';
  readonly by: string;
  /** Two triggers with the same key in a workspace are one run. */
  readonly dedupe?: string;
}

/** An agent's version as a run sees it: frozen when the run starts. */
export interface AgentSnapshot {
  readonly id: string;
  readonly version: number;
  readonly definition: AgentDefinition;
  readonly tools: readonly PinnedTool[];
}

/** A tool with what the model is told of it, pinned. */
export interface PinnedTool {
  readonly action: string;
  readonly pin: Sha256;
  readonly connection: string | null;
  readonly description: string;
  readonly input: JsonObject;
  /**
   * What a planner is told besides. Absent in versions that were published before there was one, and where somebody
   * outside wrote the descriptor: a context that holds such words is not clean.
   */
  readonly facts?: ToolFacts;
}

export type ToolFacts = Pick<ActionDescriptor, 'effect' | 'sinks' | 'records' | 'refers'>;

/** An action of ours as a tool of an agent's version. */
export function pinnedTool(descriptor: ActionDescriptor, connection: string | null): PinnedTool {
  const { id, description, effect, sinks, records, refers } = descriptor;
  return {
    action: id,
    pin: pinOf(descriptor),
    connection,
    description,
    // zod's JSON type is wider by optional members, which a parsed schema has not.
    input: descriptor.input as JsonObject,
    facts: { effect, sinks, ...(records ? { records } : {}), ...(refers ? { refers } : {}) },
  };
}

/**
 * `runnable` waits for a worker, `running` is leased by one, `parked` waits for a person or a time and
 * costs one row, `ended` never changes again.
 */
export type RunStatus = 'runnable' | 'running' | 'parked' | 'ended';

/** How a run ended. */
export type RunResult =
  | { readonly kind: 'answered'; readonly text: string; readonly label: Label }
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string }
  | { readonly kind: 'cancelled'; readonly by: string; readonly reason: string };

/** The run above one, with its call that waits for this one, and the one above all. */
export type RunParent = Pick<Delegated, 'run' | 'call' | 'root'>;

/** What a list of runs shows. */
export interface RunSummary {
  readonly id: string;
  readonly workspace: string;
  readonly agent: string;
  readonly agentVersion: number;
  readonly agentName: string;
  readonly person: string;
  readonly conversation: string | null;
  readonly trigger: Trigger['kind'];
  /** The run that it does a part of the work of; absent where there is none. */
  readonly parent?: RunParent;
  readonly status: RunStatus;
  readonly result: RunResult | null;
  readonly title: string;
  readonly openQuestions: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What a run is started with. */
export interface RunStart {
  readonly actor: Actor;
  readonly grant: RunGrant;
  readonly agent: AgentSnapshot;
  readonly trigger: Trigger;
  readonly conversation: string | null;
  /** Absent in runs that no other one started. */
  readonly delegated?: Delegated;
}

/** How a run came from another one. */
export interface Delegated {
  /** The run that delegated, and its call that is answered by this run's end. */
  readonly run: string;
  readonly call: string;
  /** The run that a person or a trigger started. */
  readonly root: string;
  /** The slot of the parent's contract that its call takes a place of; null where it takes none. */
  readonly place: number | null;
  /** What the root's person typed. It vouches (rule E1) and is not in the context. */
  readonly typed: readonly Message[];
  /** What people said no to in the runs above, before this one. */
  readonly denied: readonly Sha256[];
}
