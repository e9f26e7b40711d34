import {
  type AgentSnapshot,
  Bug,
  type Call,
  childOf,
  type DelegationProblem,
  Fault,
  type IdPowers,
  limitsOf,
  newId,
  type Question,
  type Reservation,
  type RunStart,
  SYSTEM,
} from '@countersign/contract';
import * as gateway from '@countersign/gateway';
import type { Allowed, ChildStart, Concluded, Starts } from '../runtime/decide-port.ts';
import { titleOf } from '../runtime/start-run.ts';
import type { Standing } from './situation.ts';
import { spentWhole } from './standing.ts';

/** What starting a run for another one needs. */
export interface DelegatePowers extends IdPowers {
  readonly grants: gateway.GrantRegistry;
  /** The newest published version of an agent. It throws a fault where there is none. */
  readonly findVersion: (workspace: string, agent: string) => Promise<AgentSnapshot>;
}

/** An allowed delegation with all that its child is made of. */
export interface Delegating {
  readonly granted: Parameters<gateway.GrantRegistry['issue']>[0];
  readonly standing: Standing;
  readonly place: number | null;
  readonly reservation: Reservation;
  /** On the accounts of standing permissions. */
  readonly draws: readonly Reservation[];
  /** Milliseconds the grant is good for. */
  readonly grantMs: number;
}

/**
 * The performer of a delegation: it makes the child ready and starts nothing, since the start is a commit of the run that
 * delegates. What cannot be started is a failed call, with a message of our own.
 */
export function delegation(powers: DelegatePowers, about: Delegating): Allowed['perform'] {
  return async (): Promise<Concluded | Starts> => {
    const { granted, standing, place, reservation, draws } = about;
    const grant = powers.grants.issue(granted, powers.now() + about.grantMs);
    const redeemed = powers.grants.redeem(grant);
    if (redeemed.kind === 'void') throw new Bug('a grant that was just made is good');
    const { call } = redeemed.granted;
    const settle = [
      gateway.settle(reservation, { kind: 'cancelled', usage: { wallMs: 0 } }, null),
      ...draws.map(spentWhole),
    ];
    const run = newId('run', powers);
    const agent = await wantedAgent(powers, standing, call);
    if (agent === null) return refused(UNPUBLISHED, settle);
    const { messages, denied, start } = standing;
    const child = childOf(start, call, { run, agent, place, messages, denied });
    if ('code' in child) return refused(child, settle);
    return {
      child: {
        create: { id: run, start: child.start, title: titleOf(textOf(call)), lease: null },
        event: { kind: 'run.started', start: child.start, history: [], messages: child.messages },
        accounts: [{ id: `run:${run}`, limits: limitsOf(child.start.agent.definition) }],
      } satisfies ChildStart,
      settle,
      release: [gateway.release(reservation), ...draws.map(spentWhole)],
    };
  };
}

/** A question of a run that another one delegated to: it belongs to the task of the run above all. */
export function asDelegated(question: Question, { delegated, agent }: RunStart): Question {
  return delegated === undefined
    ? question
    : { ...question, delegated: { root: delegated.root, agent: agent.definition.name } };
}

const UNPUBLISHED: DelegationProblem = {
  code: 'DELEGATION_AGENT_UNKNOWN',
  message: 'The sub-agent is not there, or has no published version.',
};

/** The version that a call names: the run's own, or the newest of another agent; null where there is none. */
async function wantedAgent(
  powers: DelegatePowers,
  { start }: Standing,
  { args, actor }: Call,
): Promise<AgentSnapshot | null> {
  const { agent } = args;
  if (typeof agent !== 'string' || agent === start.agent.id) return start.agent;
  try {
    return await powers.findVersion(actor.workspace, agent);
  } catch (thrown) {
    // Whether there is such an agent is the builder's business; the model hears that it cannot have it.
    if (Fault.is(thrown) && thrown.spec.kind === 'user') return null;
    throw thrown;
  }
}

function refused({ code, message }: DelegationProblem, settle: Concluded['settle']): Concluded {
  return {
    outcome: {
      ...{ kind: 'failed', code, usage: { wallMs: 0 } },
      message: { value: message, label: SYSTEM, leaves: {} },
    },
    basis: null,
    settle,
  };
}

function textOf({ args }: Call): string {
  return typeof args['task'] === 'string' ? args['task'] : '';
}
