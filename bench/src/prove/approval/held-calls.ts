import { catalog } from '@countersign/catalog';
import {
  type Approval,
  type Call,
  callId,
  canonical,
  type Json,
  type JsonObject,
  label,
  type PinnedTool,
  type Verdict,
} from '@countersign/contract';
import {
  DEFAULT_POLICIES,
  decide,
  policiesOf,
  registerActions,
  type Situation,
} from '@countersign/gateway';
import fc from 'fast-check';
import { arbitraryOf } from './arbitrary-of.ts';

const NOW = 1_715_774_400_000;
const RUN = 'run_approval';

const descriptors = [...catalog().values()].flatMap(({ descriptor, attachable }) =>
  attachable ? [descriptor] : [],
);
const actions = registerActions(descriptors);
const policies = policiesOf(DEFAULT_POLICIES);
/** The same rules under another version, as after an edit that changes nothing for the call. */
const laterPolicies = policiesOf(`${DEFAULT_POLICIES}\n// edited\n`);
const tools: readonly PinnedTool[] = [...actions.values()].map(({ descriptor, pin, input }) => ({
  action: descriptor.id,
  pin,
  connection: connectionOf(descriptor.connection),
  description: descriptor.description,
  input,
}));

/** A call that the gateway holds, as a model would make it that has read what strangers wrote. */
export interface HeldCall {
  readonly call: Call;
  readonly callHash: string;
  readonly text: string;
}

/** Puts a call to the gateway as a run would, with or without a person's yes. */
export function decided(call: Call, approval: Approval | null, later = false): Verdict {
  return decide(call, situationOf(call, approval, later));
}

/**
 * Calls of every built-in action that can be held, with arguments of every form its schema has. The same seed
 * gives the same calls.
 *
 * @param each how many calls of each action are tried; those that are allowed or refused are left out.
 */
export function heldCalls(each: number, seed: number): readonly HeldCall[] {
  return tools.flatMap((tool) =>
    fc
      .sample(arbitraryOf(tool.input as JsonObject), { numRuns: each, seed })
      .flatMap((args, index) => {
        const call = callOf(tool, args as JsonObject, index);
        const text = canonical(call as unknown as Json);
        const verdict = decided(call, null);
        return verdict.kind === 'held' && text.length < LONGEST_CALL
          ? [{ call, callHash: verdict.callHash, text }]
          : [];
      }),
  );
}

/** Each byte is tried, so a few long calls would take the time of many. */
const LONGEST_CALL = 2_500;

function callOf(tool: PinnedTool, args: JsonObject, index: number): Call {
  return {
    id: callId(RUN, index),
    actor: {
      workspace: 'ws_approval',
      person: 'usr_principal',
      roles: ['owner', 'admin', 'builder', 'responder', 'user'],
      agent: 'agt_approval',
      agentVersion: 1,
      run: RUN,
    },
    action: tool.action,
    pin: tool.pin,
    args,
    connection: tool.connection,
    context: label('untrusted', ['user:usr_principal'], [`${RUN}.0#/text`]),
    leaves: {},
  };
}

function situationOf(call: Call, approval: Approval | null, later: boolean): Situation {
  const kind = actions.get(call.action)?.descriptor.connection ?? null;
  return {
    now: NOW,
    actions,
    tools,
    grant: {
      actions: tools.map(({ action }) => action),
      connections: tools.flatMap(({ connection }) => connection ?? []),
      expiresAt: NOW + 86_400_000,
      ancestors: [],
    },
    policies: later ? laterPolicies : policies,
    connection:
      call.connection === null || !isKind(kind)
        ? null
        : {
            id: call.connection,
            kind,
            base: kind === 'http' ? 'https://api.example.com' : null,
            cleared: kind !== 'http',
          },
    material: [{ text: 'Please look after my mail.', label: label('principal') }],
    endorsements: [],
    standing: [],
    approval,
    ownAddresses: ['me@example.com'],
    callsSoFar: 0,
  };
}

function isKind(kind: string | null): kind is 'http' | 'mailbox' | 'smtp' | 'model' {
  return kind === 'http' || kind === 'mailbox' || kind === 'smtp' || kind === 'model';
}

function connectionOf(kind: string | null): string | null {
  return kind === null ? null : `con_${kind}`;
}
