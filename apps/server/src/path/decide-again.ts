import {
  type AgentMode,
  type Command,
  canonical,
  type DecisionBrief,
  type Entry,
  type Explanation,
  isJsonObject,
  type Json,
  must,
  type SimulatedCall,
  type StandingPermission,
  type Verdict,
} from '@countersign/contract';
import * as gateway from '@countersign/gateway';
import type { Settings } from './settings.ts';
import { type Standing, situationOf } from './situation.ts';
import { standingIn } from './standing.ts';

/** What a decision of a past run needs to be made again. */
export interface Again {
  readonly actions: gateway.Actions;
  /** As they are now: connections and people of then are not kept. */
  readonly settings: Settings;
  readonly standing: Standing;
  /** When it was decided, in milliseconds since 1970. */
  readonly now: number;
  /** Those that counted then. */
  readonly permissions: readonly StandingPermission[];
  readonly recorded: Recorded | null;
  readonly policiesThen: gateway.Policies | null;
  readonly policies: gateway.Policies;
  /** The mode to try; absent, the agent's own. */
  readonly mode?: AgentMode | undefined;
}

/** A decision as its entry tells it. */
export interface Recorded extends DecisionBrief {
  readonly why: Explanation | null;
  readonly policyVersion: string | null;
  /** Whether a person's answer decided, and no policy is asked again. */
  readonly isAnswered: boolean;
  readonly callHash: Json;
}

const NOT_KEPT = 'The policies of then are not kept.';
const NOT_THE_SAME =
  'With the policies of then it does not come out as recorded: a connection, a member, the sandbox rule, a permission’s use or an action has changed since, or other calls were under way.';

/**
 * A decision made again with other policies, or null where no decision of the gateway is recorded: a budget was used
 * up, or a person's answer let it pass or forbade it.
 */
export function decideAgain(
  command: Extract<Command, { kind: 'call' | 'generate' }>,
  again: Again,
): Pick<SimulatedCall, 'action' | 'recorded' | 'would' | 'unsaid'> | null {
  const { recorded, policiesThen } = again;
  if (recorded === null || recorded.isAnswered) return null;
  const isModel = command.kind === 'generate';
  if (recorded.kind === 'refused' && recorded.why === null) return null;
  const { kind, says, policies } = recorded;
  const found = {
    action: isModel ? 'model.generate' : command.call.action,
    recorded: { kind, says, policies },
  };
  if (policiesThen === null) return { ...found, would: null, unsaid: NOT_KEPT };
  const then = decision(command, again, policiesThen, recorded.why?.mode ?? 'balanced');
  if (!isAsRecorded(then, recorded)) return { ...found, would: null, unsaid: NOT_THE_SAME };
  const { definition } = again.standing.agent;
  const mode = gateway.modeIn(again.mode ?? definition.mode, again.settings.sandbox);
  const would = briefOf(decision(command, again, again.policies, mode));
  const decidedThen = briefOf(then);
  return {
    ...found,
    recorded: decidedThen,
    would,
    unsaid: null,
  };
}

/** What an entry says of a decision; null where it says nothing of one. */
export function recordedOf({ leaf, payload }: Entry): Recorded | null {
  if (!isJsonObject(payload)) return null;
  const told = leaf.kind === 'call.intent' ? payload['verdict'] : payload['why'];
  // Explanations are written by the gateway alone, and their hash stands in the log.
  const why = isJsonObject(told) ? (told as unknown as Explanation) : null;
  const about = {
    ...{ why, policies: why?.policies ?? [], policyVersion: why?.policyVersion ?? null },
    callHash: leaf.ref['callHash'] ?? null,
  };
  switch (leaf.kind) {
    case 'call.intent':
      return {
        ...about,
        kind: 'allowed',
        says: 'Allowed.',
        isAnswered: leaf.ref['approved'] !== null,
      };
    case 'call.held':
      return { ...about, kind: 'held', says: 'Held.', isAnswered: false };
    case 'call.refused':
      return {
        ...about,
        kind: 'refused',
        says: String(payload['reason'] ?? ''),
        isAnswered: false,
      };
    default:
      return null;
  }
}

function decision(
  command: Extract<Command, { kind: 'call' | 'generate' }>,
  { actions, settings, standing, permissions, now }: Again,
  policies: gateway.Policies,
  mode: AgentMode,
): Verdict {
  if (command.kind === 'call') {
    const mine = standingIn({ ...settings, standing: permissions }, standing.actor, now, new Set());
    const situation = situationOf(command.call, {
      ...{ actions, settings: { ...settings, policies }, standing, permissions: mine, now },
      approval: command.approval,
    });
    return gateway.decide(command.call, { ...situation, mode });
  }
  const { pin } = must(actions.get('model.generate'), 'model.generate is registered');
  const connection = settings.connections.get(command.request.connection);
  return gateway.decideGenerate(gateway.generateCall(command, standing.actor, pin), {
    ...{ now, grant: standing.grant, policies },
    connection: connection ? gateway.connectionFacts(connection) : null,
  });
}

/** Whether a decision is the recorded one, reason by reason; of a model call only its hash is recorded. */
function isAsRecorded(verdict: Verdict, { kind, why, callHash }: Recorded): boolean {
  if (verdict.kind !== kind) return false;
  if (why !== null) return canonical(jsonOf(verdict.why)) === canonical(jsonOf(why));
  return verdict.kind === 'allowed' && verdict.callHash === callHash;
}

function briefOf(verdict: Verdict): DecisionBrief {
  const { policies } = verdict.why;
  switch (verdict.kind) {
    case 'allowed':
      return { kind: 'allowed', says: verdict.why.steps.at(-1)?.detail ?? '', policies };
    case 'held':
      return {
        ...{ kind: 'held', says: heldFor(verdict), policies },
        ...(verdict.why.approvals === undefined ? {} : { approvals: verdict.why.approvals }),
      };
    case 'refused':
      return { kind: 'refused', says: verdict.reason, policies };
  }
}

function heldFor({ missing, why }: Extract<Verdict, { kind: 'held' }>): string {
  const places = missing.map(({ pointer, because }) =>
    because === 'policy' ? 'a policy asks' : pointer === '' ? 'the whole call' : pointer,
  );
  const who = why.approvals === undefined ? 'A person' : `${why.approvals} people`;
  return `${who} must say: ${[...new Set(places)].slice(0, 5).join(', ')}.`;
}

/** Explanations are plain data by their type; the contract's interfaces have no index signature. */
function jsonOf(why: Explanation): Json {
  return why as unknown as Json;
}
