import {
  type ActionDescriptor,
  type Call,
  type Granted,
  type JsonObject,
  type Label,
  label,
} from '@countersign/contract';
import { ignore } from '../egress/ignore.ts';
import type { PerformContext } from '../performer.ts';

/** The label of what the run has read. */
export const CONTEXT: Label = label('untrusted', ['user:usr_a'], ['mail:1']);

/** A granted call of an action that repeats as given. */
export function granted(
  action: string,
  args: JsonObject,
  more: {
    readonly connection?: string | null;
    readonly repeat?: ActionDescriptor['repeat'];
    readonly effect?: ActionDescriptor['effect'];
    readonly bounds?: Partial<ActionDescriptor['bounds']>;
    readonly call?: string;
  } = {},
): Granted {
  const call: Call = {
    id: more.call ?? 'run_a.7',
    actor: {
      workspace: 'ws_a',
      person: 'usr_a',
      roles: ['user'],
      agent: 'agt_a',
      agentVersion: 1,
      run: 'run_a',
    },
    action,
    pin: '0'.repeat(64),
    args,
    connection: more.connection ?? null,
    context: CONTEXT,
    leaves: {},
  };
  return { call, callHash: '1'.repeat(64), descriptor: descriptorOf(action, more) };
}

function descriptorOf(
  id: string,
  { repeat = 'safe', effect = 'read', bounds = {} }: Parameters<typeof granted>[2] & object,
): ActionDescriptor {
  return {
    id,
    title: id,
    description: id,
    effect,
    repeat,
    input: { type: 'object' },
    output: { type: 'object' },
    sinks: {},
    results: {},
    bounds: {
      maxInputBytes: 1_000_000,
      maxOutputBytes: 1_000_000,
      timeoutMs: 1_000,
      maxCallsPerRun: 100,
      ...bounds,
    },
    connection: null,
    sentence: id,
  };
}

/** A context that nobody stops and nobody listens to. */
export function quiet(more: Partial<PerformContext> = {}): PerformContext {
  return { signal: new AbortController().signal, sending: ignore, onDelta: ignore, ...more };
}
