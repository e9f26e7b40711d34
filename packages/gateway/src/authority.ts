import type { EntityJson, TypeAndId } from '@cedar-policy/cedar-wasm/nodejs';
import { type Actor, type Call, type Effect, ROLES } from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import { isTaintedCall } from './flow.ts';
import type { HostPattern } from './policies/host-pattern.ts';
import type { AskPolicies, PolicyAnswer } from './policies/policies.ts';
import type { Refusal } from './refusal.ts';
import type { Situation } from './situation.ts';

/** What authority found: the policies that decided, and whether one of them wants a person asked each time. */
export type Authority =
  | {
      readonly kind: 'authorized';
      readonly policies: readonly string[];
      readonly asks: boolean;
      /** Hosts whose quoted links may be looked at (rule D1), as the policies that permit the call say it. */
      readonly links: readonly HostPattern[];
      /** How many people must say yes where somebody is asked. */
      readonly approvals: number;
    }
  | (Refusal & { readonly policies: readonly string[] });

/** Who wants what, as policies see it. */
interface Wish {
  readonly actor: Actor;
  /** The Cedar action: a call's effect, or `generate`. */
  readonly act: Effect | 'generate';
  /** Action id. */
  readonly tool: string;
  readonly connection: string | null;
  readonly sinks: readonly string[];
  readonly tainted: boolean;
}

/**
 * Step 3: right = person AND agent AND grant AND policy. The grant is checked first, then Cedar is asked for
 * the person and for the agent's version; both must be permitted.
 */
export function authorize(
  call: Call,
  action: RegisteredAction,
  effect: Effect,
  situation: Pick<Situation, 'grant' | 'now' | 'policies'>,
): Authority {
  const { grant, now, policies } = situation;
  if (now >= grant.expiresAt) return no('GRANT_EXPIRED', 'The run’s grant has expired.');
  if (!grant.actions.includes(call.action))
    return no('NOT_AUTHORIZED', 'The run’s grant does not cover this tool.');
  if (call.connection !== null && !grant.connections.includes(call.connection))
    return no('NOT_AUTHORIZED', 'The run’s grant does not cover this connection.');
  return byPolicyOfAll(policies.ask, {
    actor: call.actor,
    act: effect,
    tool: call.action,
    connection: call.connection,
    sinks: action.sinks,
    tainted: isTaintedCall(call),
  });
}

/** Whether policies let a person and an agent's version do something. A tainted wish must also be allowed untainted. */
export function byPolicy(ask: AskPolicies, wish: Wish): Authority {
  // So that no policy, however it is written, allows to a tainted context what it denies to a clean one.
  const states = wish.tainted ? [true, false] : [false];
  const answers = states.flatMap((tainted) => [
    { who: 'person', tainted, answer: askFor(ask, 'person', { ...wish, tainted }) },
    { who: 'agent', tainted, answer: askFor(ask, 'agent', { ...wish, tainted }) },
  ]);
  const policies = [...new Set(answers.flatMap(({ answer }) => answer.policies))].sort();
  const denied = answers.find(({ answer }) => !answer.allows);
  if (denied)
    return {
      ...no(
        'NOT_AUTHORIZED',
        denied.who === 'person'
          ? 'The workspace’s policies do not permit this to the person the run acts for.'
          : 'The workspace’s policies do not permit this to the agent.',
      ),
      policies,
    };
  return {
    kind: 'authorized',
    policies,
    asks: answers.some(({ answer }) => answer.asksAlways),
    // What is said of links in clean contexts alone is not said of the one at hand.
    links: answers.flatMap((one) => (one.tainted === wish.tainted ? one.answer.links : [])),
    approvals: Math.max(...answers.map(({ answer }) => answer.approvals)),
  };
}

/**
 * Whether policies let somebody do something through every agent that delegated down to this one: what an agent may not do,
 * nothing that it delegates to may do for it.
 */
export function byPolicyOfAll(ask: AskPolicies, wish: Wish): Authority {
  let all = byPolicy(ask, wish);
  for (const above of wish.actor.delegators ?? []) {
    if (all.kind === 'refused') return all;
    const one = byPolicy(ask, { ...wish, actor: { ...wish.actor, ...above } });
    const policies = [...new Set([...all.policies, ...one.policies])].sort();
    all =
      one.kind === 'refused'
        ? { ...one, policies }
        : {
            ...{ kind: 'authorized', policies, asks: all.asks || one.asks },
            approvals: Math.max(all.approvals, one.approvals),
            // What a policy says of one agent's links, it has not said of what another delegates.
            links: [],
          };
  }
  return all;
}

/** Whether a person may answer a question about an action. Only people: there is no request for an agent. */
export function mayAnswer(
  ask: AskPolicies,
  person: Pick<Actor, 'person' | 'roles'>,
  question: { readonly action: string; readonly effect: Effect; readonly requestedBy: string },
): PolicyAnswer {
  const own = person.person === question.requestedBy;
  const { action, effect } = question;
  return ask(JSON.stringify(['answer', person.person, person.roles, action, effect, own]), () => {
    const { uid, entities } = personOf(person);
    return {
      principal: uid,
      action: 'answer',
      resource: { type: 'Tool', id: action },
      context: { own, effect },
      entities: [...entities, toolEntity(action)],
    };
  });
}

interface Principal {
  readonly uid: TypeAndId;
  readonly entities: readonly EntityJson[];
}

function askFor(ask: AskPolicies, who: 'person' | 'agent', wish: Wish): PolicyAnswer {
  const { actor, act, tool, connection, sinks, tainted } = wish;
  const { person, roles, agent, agentVersion } = actor;
  const principal = who === 'person' ? [person, roles] : [agent, agentVersion];
  return ask(JSON.stringify([who, principal, act, tool, connection, sinks, tainted]), () => {
    const { uid, entities } = who === 'person' ? personOf(actor) : agentOf(actor);
    return {
      principal: uid,
      action: act,
      resource: { type: 'Tool', id: tool },
      context: { connection: connection ?? '', tainted, sinks: [...sinks] },
      entities: [...entities, toolEntity(tool), actEntity(act)],
    };
  });
}

function personOf({ person, roles }: Pick<Actor, 'person' | 'roles'>): Principal {
  const uid = { type: 'Person', id: person };
  const parents = roles.map((role) => ({ type: 'Role', id: role }));
  return { uid, entities: [{ uid, attrs: {}, parents }, ...ROLE_ENTITIES] };
}

function agentOf({ agent, agentVersion }: Actor): Principal {
  const uid = { type: 'AgentVersion', id: `${agent}@${agentVersion}` };
  return { uid, entities: [{ uid, attrs: {}, parents: [{ type: 'Agent', id: agent }] }] };
}

function toolEntity(id: string): EntityJson {
  const family = id.slice(0, Math.max(0, id.indexOf('.')));
  return { uid: { type: 'Tool', id }, attrs: {}, parents: [{ type: 'Family', id: family }] };
}

/** Cedar asks for the groups of an action only where a schema comes with the request; ours would cost more than the answer. */
function actEntity(act: Wish['act']): EntityJson {
  return {
    uid: { type: 'Action', id: act },
    attrs: {},
    parents: [{ type: 'Action', id: 'act' }],
  };
}

/** Each role is in the one after it, and so in all that follow. */
const ROLE_ENTITIES: readonly EntityJson[] = ROLES.map((role, index) => ({
  uid: { type: 'Role', id: role },
  attrs: {},
  parents: ROLES.slice(index + 1, index + 2).map((next) => ({ type: 'Role', id: next })),
}));

function no(code: Refusal['code'], reason: string) {
  return { kind: 'refused', code, reason, policies: [] } as const;
}
