import {
  type ActionDescriptor,
  type Actor,
  type Call,
  type Effect,
  type JsonObject,
  type Label,
  type LeafLabels,
  label,
  type PinnedTool,
  type Sink,
} from '@countersign/contract';
import { type Actions, registerActions } from '../actions.ts';
import { DEFAULT_POLICIES } from '../policies/default.ts';
import { policiesOf } from '../policies/policies.ts';
import type { Material, Situation } from '../situation.ts';

/** Milliseconds since 1970 at which everything here happens: 15 May 2024, noon. */
export const NOW = Date.UTC(2024, 4, 15, 12);

/** Ann's run of an agent. */
export const ACTOR: Actor = {
  workspace: 'ws_1',
  person: 'usr_ann',
  roles: ['user'],
  agent: 'agt_1',
  agentVersion: 3,
  run: 'run_1',
};

/** The context of a run that has only heard Ann. */
export const CLEAN = label('principal', 'public', ['run_1#/message']);
/** The context of a run that has read Ann's mail. */
export const TAINTED = label('untrusted', ['user:usr_ann'], ['msg_7#/body']);

const text = { type: 'string', maxLength: 10_000 };

/** An action with one argument of text for each named class, and whatever is given besides. */
export function actionOf(
  effect: Effect,
  sinks: Readonly<Record<string, Sink>>,
  more: Partial<ActionDescriptor> = {},
): ActionDescriptor {
  const names = Object.keys(sinks).map((pattern) => pattern.split('/')[1] ?? '');
  const isList = (name: string) => Object.hasOwn(sinks, `/${name}/*`);
  return {
    id: 'sample.act',
    title: 'Act',
    description: 'Does what it is asked to.',
    effect,
    repeat: 'once',
    input: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [
          name,
          isList(name) ? { type: 'array', items: text, maxItems: 100 } : text,
        ]),
      ),
      additionalProperties: false,
    },
    output: { type: 'object', properties: {}, additionalProperties: false },
    sinks: { ...sinks },
    results: {},
    bounds: {
      maxInputBytes: 100_000,
      maxOutputBytes: 100_000,
      timeoutMs: 10_000,
      maxCallsPerRun: 10,
    },
    connection: null,
    sentence: 'Act',
    ...more,
  };
}

/** A mail tool, as most agents have one. */
export const SEND = actionOf(
  'send',
  { '/to/*': 'dest', '/cc/*': 'dest', '/subject': 'content', '/body': 'content' },
  { id: 'mail.send', title: 'Send a mail', sentence: 'Send a mail to {/to}' },
);

/** What a test may say about a call and the situation it is made in; the rest is as usual. */
export interface Told {
  readonly args?: JsonObject;
  readonly context?: Label;
  readonly leaves?: LeafLabels;
  readonly call?: Partial<Call>;
  /** What Ann typed. */
  readonly said?: string;
  readonly situation?: Partial<Situation>;
}

const policies = policiesOf(DEFAULT_POLICIES);

const known = new Map<string, Actions>();

/** To check and compile a schema takes milliseconds, and property tests make thousands of calls of few actions. */
function registered(descriptor: ActionDescriptor): Actions {
  const key = JSON.stringify(descriptor);
  const actions = known.get(key) ?? registerActions([descriptor]);
  known.set(key, actions);
  return actions;
}

/** A call of an action and the situation it is decided in, where nothing stands against it but what is told. */
export function sample(descriptor: ActionDescriptor, told: Told = {}) {
  const actions = registered(descriptor);
  const pin = actions.get(descriptor.id)?.pin ?? '';
  const connection = told.situation?.connection ?? null;
  const tool: PinnedTool = {
    action: descriptor.id,
    pin,
    connection: connection?.id ?? null,
    description: descriptor.description,
    input: {},
  };
  const call: Call = {
    id: 'run_1.1',
    actor: ACTOR,
    action: descriptor.id,
    pin,
    args: told.args ?? {},
    connection: connection?.id ?? null,
    context: told.context ?? CLEAN,
    leaves: told.leaves ?? {},
    ...told.call,
  };
  const situation: Situation = {
    now: NOW,
    actions,
    tools: [tool],
    grant: {
      actions: [descriptor.id],
      connections: connection ? [connection.id] : [],
      expiresAt: NOW + 60_000,
      ancestors: [],
    },
    policies,
    connection: null,
    material: told.said === undefined ? [] : [spoken(told.said)],
    endorsements: [],
    standing: [],
    approval: null,
    ownAddresses: ['ann@example.com'],
    callsSoFar: 0,
    ...told.situation,
  };
  return { call, situation };
}

/** Words that Ann typed herself. */
export function spoken(words: string): Material {
  return { text: words, label: CLEAN };
}
