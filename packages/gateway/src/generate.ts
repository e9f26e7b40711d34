import {
  type Actor,
  type Call,
  type Command,
  digestJson,
  isTainted,
  type Json,
  type JsonObject,
  type Sha256,
  type Verdict,
} from '@countersign/contract';
import { byPolicyOfAll } from './authority.ts';
import { MODEL_ACTION } from './lint.ts';
import type { Refusal } from './refusal.ts';
import type { Situation } from './situation.ts';

type Generate = Extract<Command, { kind: 'generate' }>;

/** What the decision on a question to a model depends on besides the question. */
export type ModelSituation = Pick<Situation, 'now' | 'grant' | 'policies' | 'connection'>;

/** A question to a model as a call, so that it takes the one path. Its arguments are the engine's, whole; `pin` is the registered action's. */
export function generateCall(command: Generate, actor: Actor, pin: Sha256): Call {
  return {
    id: command.call,
    actor,
    action: MODEL_ACTION,
    pin,
    // A request is plain data, made by the engine from the agent's version and the context.
    args: command.request as unknown as JsonObject,
    connection: command.request.connection,
    context: command.context,
    leaves: {},
  };
}

/**
 * Whether a model may be asked: the grant, the connection and the policies are looked at. The context goes to a
 * processor the operator chose, whatever its label; nothing a model says is done without another decision. Never
 * held: there is nothing in it that a person could judge better than the operator did.
 */
export function decideGenerate(call: Call, situation: ModelSituation): Verdict {
  const { now, grant, policies, connection } = situation;
  const why = (ok: boolean, detail: string, decided: readonly string[] = []) => ({
    effect: 'read' as const,
    steps: [{ step: 'authority' as const, ok, detail }],
    leaves: [],
    policies: decided,
    policyVersion: policies.version,
  });
  const refuse = (
    { code, reason }: Omit<Refusal, 'kind'>,
    decided?: readonly string[],
  ): Verdict => ({
    kind: 'refused',
    code,
    reason,
    why: why(false, reason, decided),
  });

  if (now >= grant.expiresAt)
    return refuse({ code: 'GRANT_EXPIRED', reason: 'The run’s grant has expired.' });
  if (connection?.kind !== 'model' || connection.id !== call.connection)
    return refuse({
      code: 'CONNECTION_MISSING',
      reason:
        'The agent’s model connection is gone or of another kind; an operator must set it up.',
    });
  if (!grant.connections.includes(connection.id))
    return refuse({
      code: 'NOT_AUTHORIZED',
      reason: 'The run’s grant does not cover the model connection.',
    });
  const authority = byPolicyOfAll(policies.ask, {
    actor: call.actor,
    act: 'generate',
    tool: MODEL_ACTION,
    connection: connection.id,
    sinks: [],
    tainted: isTainted(call.context.integrity),
  });
  if (authority.kind === 'refused') return refuse(authority, authority.policies);
  return {
    kind: 'allowed',
    callHash: generateHash(call, policies.version),
    why: why(true, 'Person, agent, grant and policy permit it.', authority.policies),
  };
}

/**
 * The hash a grant for a model call is bound to. The context itself is in the ledger entry by entry, and may be
 * megabytes; its length stands for it here.
 */
function generateHash({ args, ...call }: Call, policyVersion: string): string {
  const { connection, name, maxOutputTokens, temperature, messages } = args;
  const count = Array.isArray(messages) ? messages.length : 0;
  const generate = {
    connection,
    name,
    maxOutputTokens,
    temperature: temperature ?? null,
    messages: count,
  };
  return digestJson({ v: 1, policyVersion, call, generate } as unknown as Json);
}
