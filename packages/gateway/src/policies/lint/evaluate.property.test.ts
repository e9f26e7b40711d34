import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cedarSet } from '../cedar.ts';
import { readPolicies } from '../read.ts';
import { compilePolicy, type Point } from './evaluate.ts';
import { namesIn } from './names.ts';
import { spaceOf } from './space.ts';

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);

/** Conditions that are valid for every call. */
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    pick(
      'context.tainted',
      'context.sinks.contains("ctl")',
      'context.sinks.containsAll(["dest", "sel"])',
      'context.sinks.containsAny(["dest", "auth"])',
      'context.sinks.isEmpty()',
      'context.sinks == ["dest"]',
      'context.sinks != ["ctl", "sel"]',
      'context.connection == "con_a"',
      'context.connection != "con_b"',
      '["con_a", "con_b"].contains(context.connection)',
      '(if context.tainted then context.connection else "con_a") == "con_b"',
      'context has tainted',
      'principal is Person',
      'principal is AgentVersion',
      'principal in Role::"builder"',
      'principal is Person in Role::"responder"',
      'principal in Agent::"agt_a"',
      'principal == AgentVersion::"agt_a@2"',
      'resource in Family::"mail"',
      'resource in [Family::"mail", Family::"files"]',
      'resource == Tool::"mail.send"',
      'action in Action::"act"',
      'action == Action::"send"',
      'action in [Action::"read", Action::"generate"]',
      'true',
      '1 == 1',
    ),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) && (${b})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) || (${b})`),
    tie('condition').map((a) => `!(${a})`),
    fc
      .tuple(tie('condition'), tie('condition'), tie('condition'))
      .map(([a, b, c]) => `if ${a} then ${b} else ${c}`),
  ),
}));

const policy = fc
  .tuple(
    pick('permit', 'forbid'),
    pick(
      'principal',
      'principal is Person',
      'principal in Role::"admin"',
      'principal == Person::"usr_a"',
      'principal in Agent::"agt_a"',
      'principal is Person in Role::"user"',
    ),
    pick(
      'action in Action::"act"',
      'action == Action::"send"',
      'action in [Action::"read", Action::"generate"]',
    ),
    pick('resource', 'resource is Tool in Family::"mail"', 'resource == Tool::"mail.send"'),
    pick('when', 'unless'),
    condition,
  )
  .map(
    ([effect, principal, action, resource, kind, body]) =>
      `${effect} (${principal}, ${action}, ${resource}) ${kind} { ${body} };`,
  );

describe('the linter’s own evaluation of policies', () => {
  it('agrees with Cedar', () => {
    fc.assert(
      fc.property(policy, fc.nat(), fc.nat(), (text, at, other) => {
        const read = readPolicies(text);
        if (read.kind === 'invalid') return;
        const [json] = read.policies.map((one) => one.json);
        if (json === undefined) throw new Error('one policy was written');
        const space = spaceOf(namesIn([json]), 1_000_000);
        if (space === null) throw new Error('the space is small');
        const points = [...space.persons.flat(2), ...space.agents.flat()].map(({ point }) => point);
        // As a permit, so that Cedar's answer is whether it applies.
        const cedar = cedarSet({ it: text.replace(/^forbid/, 'permit') });
        const applies = compilePolicy(json);
        for (const point of [at, other].map((index) => points[index % points.length])) {
          if (point === undefined) continue;
          expect(applies(point), text).toBe(cedar(requestOf(point)).allows);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has a point in its space for each call there is: the same policies apply', () => {
    const call = fc.record({
      sinks: fc.uniqueArray(pick('dest', 'sel', 'val', 'content', 'code', 'query', 'auth', 'ctl')),
      connection: pick('', 'con_a', 'con_b', 'con_c'),
      tainted: fc.boolean(),
      tool: pick('mail.send', 'mail.read', 'files.read', 'case.write'),
      act: pick('read', 'write', 'send', 'destroy', 'generate'),
      who: pick('usr_a', 'usr_b', 'agt_a@2', 'agt_a@3', 'agt_b@2'),
    });
    fc.assert(
      fc.property(fc.array(policy, { minLength: 1, maxLength: 3 }), call, (texts, wish) => {
        const read = readPolicies(texts.join('\n'));
        if (read.kind === 'invalid') return;
        const jsons = read.policies.map((one) => one.json);
        const space = spaceOf(namesIn(jsons), 1_000_000);
        if (space === null) throw new Error('the space is small');
        const all = jsons.map(compilePolicy);
        const point = pointOf(wish);
        const answer = (one: Point) => all.map((applies) => applies(one)).join();
        const points = [...space.persons.flat(2), ...space.agents.flat()];
        const same = points.filter(({ act }) => act === wish.act).map(({ point }) => answer(point));
        expect(same).toContain(answer(point));
      }),
      { numRuns: 30 },
    );
  });
});

function pointOf(wish: {
  readonly sinks: readonly string[];
  readonly connection: string;
  readonly tainted: boolean;
  readonly tool: string;
  readonly act: string;
  readonly who: string;
}): Point {
  const { sinks, connection, tainted, tool, act, who } = wish;
  const isPerson = who.startsWith('usr');
  return {
    principal: { type: isPerson ? 'Person' : 'AgentVersion', id: who },
    action: { type: 'Action', id: act },
    resource: { type: 'Tool', id: tool },
    context: { sinks, connection, tainted },
    groups: {
      principal: isPerson
        ? [{ type: 'Role', id: 'user' }]
        : [{ type: 'Agent', id: who.slice(0, who.indexOf('@')) }],
      action: [{ type: 'Action', id: 'act' }],
      resource: [{ type: 'Family', id: tool.slice(0, tool.indexOf('.')) }],
    },
  };
}

function requestOf({ principal, action, resource, context, groups }: Point) {
  const roles = groups.principal.map((uid) => ({ uid, attrs: {}, parents: [] }));
  return {
    ...{ principal, resource, action: action.id },
    context: Object.fromEntries(
      Object.entries(context).map(([key, value]) => [
        key,
        typeof value === 'object' ? [...value] : value,
      ]),
    ),
    entities: [
      { uid: principal, attrs: {}, parents: [...groups.principal] },
      { uid: resource, attrs: {}, parents: [...groups.resource] },
      { uid: action, attrs: {}, parents: [...groups.action] },
      ...roles,
    ],
  };
}
