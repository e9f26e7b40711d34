import type {
  Actor,
  AgentSnapshot,
  Approval,
  Call,
  CommittedIntent,
  Endorsement,
  Message,
  RunGrant,
  RunStart,
  Sha256,
  StandingPermission,
} from '@countersign/contract';
import * as gateway from '@countersign/gateway';
import { callsSoFar, type Wish } from './calls-so-far.ts';
import { materialOf } from './material.ts';
import { addressesOf, type Settings } from './settings.ts';

/** What a decision must know of a run; an engine's state gives it. */
export interface Standing {
  /** What the run was started with. */
  readonly start: RunStart;
  readonly actor: Actor;
  readonly grant: RunGrant;
  readonly agent: AgentSnapshot;
  readonly messages: readonly Message[];
  readonly endorsements: readonly Endorsement[];
  readonly denied: readonly Sha256[];
  /** All tool calls that the run has wished for, those of the same turn among them. */
  readonly wished: readonly Wish[];
  /** What the run's calls have given so far, in the order in which they ended. */
  readonly earlier: readonly gateway.EarlierResult[];
  /** What was agreed before strangers were read; null where nothing was. */
  readonly intent: CommittedIntent | null;
}

/** The situation that a run's call is decided in. */
export function situationOf(
  call: Call,
  about: {
    readonly actions: gateway.Actions;
    readonly settings: Omit<Settings, 'standing'>;
    readonly standing: Standing;
    /** Those that may vouch in the run. */
    readonly permissions: readonly StandingPermission[];
    readonly approval: Approval | null;
    readonly now: number;
  },
): gateway.Situation {
  const { actions, settings, standing, permissions, approval, now } = about;
  const connection =
    call.connection === null ? undefined : settings.connections.get(call.connection);
  return {
    now,
    actions,
    tools: standing.agent.tools,
    grant: standing.grant,
    policies: settings.policies,
    connection: connection ? gateway.connectionFacts(connection) : null,
    material: materialOf(standing.agent.definition.instructions, [
      ...(standing.start.delegated?.typed ?? []),
      ...standing.messages,
    ]),
    endorsements: standing.endorsements,
    standing: permissions,
    earlier: standing.earlier,
    intent: standing.intent,
    approval,
    ownAddresses: addressesOf(settings, standing.actor.person, standing.grant.connections),
    mode: gateway.modeIn(standing.agent.definition.mode, settings.sandbox),
    callsSoFar: callsSoFar(standing.wished, call),
  };
}
