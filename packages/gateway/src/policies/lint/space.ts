import type { TypeAndId } from '@cedar-policy/cedar-wasm/nodejs';
import { EFFECTS, ROLES, type Role, SINKS } from '@countersign/contract';
import type { Point } from './evaluate.ts';
import { type Names, otherThan } from './names.ts';

/** A question that policies can be asked, and what it is in our words. */
export interface Asked {
  readonly point: Point;
  /** Null for an agent. */
  readonly role: Role | null;
  /** Whether policies name the person or the agent. */
  readonly isNamed: boolean;
  /** An effect, `generate` or `answer`. */
  readonly act: string;
  readonly tool: string;
  /** For `answer`: the effect of the call that is asked about. */
  readonly effect: string | null;
  readonly sinks: readonly string[];
}

/**
 * Two questions that differ in one thing alone, the better one first: a clean context before a tainted one, somebody
 * else's answer before one's own.
 */
export type Pair = readonly [Asked, Asked];

/** All that policies can tell apart, as pairs; the five roles of one person stand together, from owner to user. */
export interface Space {
  readonly persons: readonly (readonly Pair[])[];
  readonly agents: readonly Pair[];
}

/**
 * One question for each that policies could answer differently, or null where there are more than `most`, or none
 * can be found. Policies
 * compare names with names and sets of sink classes with classes, so one name and one class that none of them
 * speaks of stand for all the others.
 */
export function spaceOf(names: Names, most: number): Space | null {
  const tools = toolsOf(names);
  const persons = withOther(names, 'Person');
  const agents = agentsOf(names);
  const sinks = sinkSetsOf(names);
  const connections = connectionsOf(names);
  if (connections === null) return null;
  const contexts = sinks.length * connections.length;
  const calls = tools.length * contexts * (EFFECTS.length + 1);
  const answers = tools.length * EFFECTS.length;
  const people = persons.length * ROLES.length;
  const count = 2 * (calls * (people + agents.length) + answers * people);
  if (count > most) return null;

  const wishes = tools.flatMap((tool) =>
    [...EFFECTS, 'generate'].flatMap((act) =>
      connections.flatMap((connection) => sinks.map((set) => ({ tool, act, connection, set }))),
    ),
  );
  const questions = tools.flatMap((tool) => EFFECTS.map((effect) => ({ tool, effect })));
  return {
    persons: persons.flatMap(({ id, isNamed }) => [
      ...wishes.map((wish) =>
        ROLES.map((role) => callPair({ ...wish, ...personPoint(id, role), role, isNamed })),
      ),
      ...questions.map((question) =>
        ROLES.map((role) => answerPair({ ...question, ...personPoint(id, role), role, isNamed })),
      ),
    ]),
    agents: agents.flatMap(({ principal, group, isNamed }) =>
      wishes.map((wish) => callPair({ ...wish, principal, groups: [group], role: null, isNamed })),
    ),
  };
}

interface Asking extends Pick<Asked, 'role' | 'isNamed' | 'tool'> {
  readonly principal: TypeAndId;
  readonly groups: readonly TypeAndId[];
}

function callPair(
  asking: Asking & {
    readonly act: string;
    readonly connection: string;
    readonly set: readonly string[];
  },
): Pair {
  const { act, connection, set, role, isNamed, tool } = asking;
  const ask = (tainted: boolean): Asked => ({
    ...{ role, isNamed, act, tool, effect: null, sinks: set },
    point: pointOf(asking, act, { connection, tainted, sinks: set }),
  });
  return [ask(false), ask(true)];
}

function answerPair(asking: Asking & { readonly effect: string }): Pair {
  const { effect, role, isNamed, tool } = asking;
  const ask = (own: boolean): Asked => ({
    ...{ role, isNamed, act: 'answer', tool, effect, sinks: [] },
    point: pointOf(asking, 'answer', { own, effect }),
  });
  return [ask(false), ask(true)];
}

function pointOf(
  { principal, groups, tool }: Asking,
  act: string,
  context: Point['context'],
): Point {
  return {
    principal,
    action: { type: 'Action', id: act },
    resource: { type: 'Tool', id: tool },
    context,
    groups: {
      principal: groups,
      action: act === 'answer' ? [] : [{ type: 'Action', id: 'act' }],
      resource: [{ type: 'Family', id: tool.slice(0, Math.max(0, tool.indexOf('.'))) }],
    },
  };
}

function personPoint(id: string, role: Role) {
  const groups = ROLES.slice(ROLES.indexOf(role)).map((one) => ({ type: 'Role', id: one }));
  return { principal: { type: 'Person', id }, groups };
}

function withOther(names: Names, type: string) {
  const named = names.entities.get(type) ?? new Set();
  const other = { id: otherThan(named, 'another'), isNamed: false };
  return [...[...named].map((id) => ({ id, isNamed: true })), other];
}

/** Versions that are named, and one that is not of each agent that is, and of one that is not. */
function agentsOf(names: Names) {
  const versions = [...(names.entities.get('AgentVersion') ?? [])].filter((id) => id.includes('@'));
  const agents = withOther(names, 'Agent');
  const of = (id: string, agent: string, isNamed: boolean) => ({
    principal: { type: 'AgentVersion', id },
    group: { type: 'Agent', id: agent },
    isNamed,
  });
  return [
    ...versions.map((id) => of(id, id.slice(0, id.lastIndexOf('@')), true)),
    ...agents.map(({ id, isNamed }) =>
      of(otherThan(new Set(versions), `${id}@another`), id, isNamed),
    ),
  ];
}

function toolsOf(names: Names): readonly string[] {
  const tools = names.entities.get('Tool') ?? new Set<string>();
  const families = withOther(names, 'Family').map(({ id }) => id);
  return [...tools, ...families.map((family) => otherThan(tools, `${family}.another`))];
}

function connectionsOf({ connections }: Names): readonly string[] | null {
  if (connections === null) return null;
  if (connections.size === 0) return [''];
  return [...new Set([...connections, '', otherThan(connections, 'another')])];
}

/** Every set of the classes that are named, each without and with one that is not. */
function sinkSetsOf({ texts }: Names): readonly (readonly string[])[] {
  const named = SINKS.filter((sink) => texts.has(sink) || sink === 'ctl');
  const other = SINKS.filter((sink) => !named.includes(sink)).slice(0, 1);
  const sets: (readonly string[])[] = [[]];
  for (const sink of [...named, ...other]) sets.push(...sets.map((set) => [...set, sink]));
  return sets;
}
