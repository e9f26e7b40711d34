import { type Actor, EFFECTS, type Effect, ROLES, type Role } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { byPolicyOfAll } from './authority.ts';
import { ACTOR, actionOf, NOW, sample, TAINTED, type Told } from './conformance/sample.ts';
import {
  type ConnectionFacts,
  DEFAULT_POLICIES,
  decide,
  explain,
  mayAnswer,
  policiesOf,
} from './index.ts';

/** An action without arguments: only authority can stand against it. */
const bare = (effect: Effect) => actionOf(effect, {}, { id: 'door.open' });

function judge(effect: Effect, told: Told = {}) {
  const { call, situation } = sample(bare(effect), told);
  return decide(call, situation);
}

function under(cedar: string, effect: Effect = 'read', told: Told = {}) {
  const policies = policiesOf(cedar);
  return judge(effect, { ...told, situation: { ...told.situation, policies } });
}

const as = (change: Partial<Actor>): Told => ({ call: { actor: { ...ACTOR, ...change } } });

const PERSON = '@id("person") permit (principal is Person, action, resource);';
const AGENT = '@id("agent") permit (principal is AgentVersion, action, resource);';

describe('the default policies', () => {
  it.each(['read', 'write', 'send'] as const)('let every member’s agents %s', (effect) => {
    expect(judge(effect)).toMatchObject({
      kind: 'allowed',
      why: { policies: ['agents-act', 'members-act'] },
    });
  });

  it('hold whatever cannot be undone until a person has said yes, every time', () => {
    const verdict = judge('destroy');
    expect(verdict).toMatchObject({
      kind: 'held',
      missing: [{ pointer: '', because: 'policy', sink: null }],
    });
    expect(verdict.why.policies).toEqual(['agents-act', 'members-destroy']);
  });

  it.each(EFFECTS)('deny %s to somebody without a role', (effect) => {
    expect(judge(effect, as({ roles: [] }))).toMatchObject({
      kind: 'refused',
      code: 'NOT_AUTHORIZED',
    });
  });

  it.each(ROLES)('count whoever is %s as a member', (role) => {
    // What lets people answer, or destroy, decides of nothing else.
    expect(judge('send', as({ roles: [role] }))).toMatchObject({
      kind: 'allowed',
      why: { policies: ['agents-act', 'members-act'] },
    });
  });
});

describe('authority', () => {
  it('denies by default', () => {
    expect(under('')).toMatchObject({ kind: 'refused', code: 'NOT_AUTHORIZED' });
  });

  it('needs a yes for the person and one for the agent', () => {
    expect(under(PERSON + AGENT).kind).toBe('allowed');
    expect(under(PERSON)).toMatchObject({ code: 'NOT_AUTHORIZED' });
    expect(under(AGENT)).toMatchObject({ code: 'NOT_AUTHORIZED' });
    expect(explain(under(PERSON))).toContain('to the agent');
    expect(explain(under(AGENT))).toContain('to the person');
  });

  it('lets a forbid win, on either side', () => {
    const never = (principal: string) =>
      under(`${PERSON}${AGENT} @id("never") forbid (principal == ${principal}, action, resource);`);
    expect(never('Person::"usr_ann"')).toMatchObject({ code: 'NOT_AUTHORIZED' });
    expect(never('Person::"usr_ann"').why.policies).toContain('never');
    expect(never('AgentVersion::"agt_1@3"')).toMatchObject({ code: 'NOT_AUTHORIZED' });
    expect(never('Person::"usr_bob"').kind).toBe('allowed');
    expect(never('AgentVersion::"agt_1@4"').kind).toBe('allowed');
  });

  it('counts a forbid that cannot be evaluated as a no, never as a yes', () => {
    const overflow = `${PERSON}${AGENT} forbid (principal, action in Action::"act", resource) when { 9223372036854775807 + (if context.tainted then 1 else 0) < 0 };`;
    expect(under(overflow).kind).toBe('allowed');
    expect(under(overflow, 'read', { context: TAINTED })).toMatchObject({ code: 'NOT_AUTHORIZED' });
  });

  it('knows agents, families, tools, connections, effects and sink classes by name', () => {
    const only = (condition: string, effect: Effect = 'read') =>
      under(`permit (principal, action, resource) when { ${condition} };`, effect).kind;
    expect(only('resource in Family::"door"')).toBe('allowed');
    expect(only('resource in Family::"mail"')).toBe('refused');
    expect(only('resource == Tool::"door.open"')).toBe('allowed');
    expect(only('action == Action::"read"')).toBe('allowed');
    expect(only('action == Action::"read"', 'write')).toBe('refused');
    expect(only('action in Action::"act"', 'destroy')).toBe('allowed');
    expect(only('principal is Person || principal in Agent::"agt_1"')).toBe('allowed');
    expect(only('principal is Person || principal in Agent::"agt_2"')).toBe('refused');
    expect(
      under(
        'permit (principal, action in Action::"act", resource) when { context.connection == "" };',
      ).kind,
    ).toBe('allowed');
    const { call, situation } = sample(actionOf('read', { '/a': 'val' }));
    const policies = policiesOf(
      'permit (principal, action in Action::"act", resource) when { context.sinks == ["val"] };',
    );
    expect(decide(call, { ...situation, policies }).kind).toBe('allowed');
  });

  it('never allows in a tainted context what it denies in a clean one, however a policy is written', () => {
    const odd = `${PERSON}${AGENT} forbid (principal, action in Action::"act", resource) unless { context.tainted };`;
    expect(under(odd)).toMatchObject({ code: 'NOT_AUTHORIZED' });
    expect(under(odd, 'read', { context: TAINTED })).toMatchObject({ code: 'NOT_AUTHORIZED' });
    const cautious = `${PERSON}${AGENT} forbid (principal, action in Action::"act", resource) when { context.tainted };`;
    expect(under(cautious).kind).toBe('allowed');
    expect(under(cautious, 'read', { context: TAINTED })).toMatchObject({ code: 'NOT_AUTHORIZED' });
    expect(under(cautious, 'read', { leaves: { '/a': TAINTED } })).toMatchObject({
      code: 'NOT_AUTHORIZED',
    });
  });

  it('has a person asked where any policy that decided says so, on either side', () => {
    const asks = (text: string) => under(text).kind;
    expect(asks(`@ask("always")${PERSON}${AGENT}`)).toBe('held');
    expect(asks(`${PERSON}@ask("always")${AGENT}`)).toBe('held');
    expect(asks(`${PERSON}${AGENT}@ask("always") permit (principal, action, resource);`)).toBe(
      'held',
    );
    const other = '@ask("always") permit (principal, action == Action::"send", resource);';
    expect(asks(`${PERSON}${AGENT}${other}`)).toBe('allowed');
  });

  it('keeps apart many policy sets that are asked in turns', () => {
    const sets = Array.from({ length: 70 }, (_one, index) =>
      policiesOf(`@id("p${index}") permit (principal, action, resource);`),
    );
    for (const round of [1, 2])
      for (const [index, policies] of sets.entries()) {
        const tainted = round === 2 ? { context: TAINTED } : {};
        const verdict = judge('read', { ...tainted, situation: { policies } });
        expect(verdict).toMatchObject({ kind: 'allowed', why: { policies: [`p${index}`] } });
      }
  }, 30_000);

  it('does not remember one person’s yes for another', () => {
    const policies = policiesOf(
      `permit (principal == Person::"usr_ann", action, resource); ${AGENT}`,
    );
    expect(judge('read', { situation: { policies } }).kind).toBe('allowed');
    expect(judge('read', { ...as({ person: 'usr_bob' }), situation: { policies } }).kind).toBe(
      'refused',
    );
  });
});

describe('an agent’s yes', () => {
  it('is not remembered for another agent or another version', () => {
    const policies = policiesOf(
      `${PERSON} permit (principal == AgentVersion::"agt_1@3", action, resource);`,
    );
    const by = (change: Partial<Actor>) =>
      judge('read', { ...as(change), situation: { policies } }).kind;
    expect(by({})).toBe('allowed');
    expect(by({ agentVersion: 4 })).toBe('refused');
    expect(by({ agent: 'agt_2' })).toBe('refused');
  });

  it('is not remembered for another tool, effect or connection', () => {
    const policies = policiesOf(
      'permit (principal, action == Action::"read", resource == Tool::"door.open") when { context.connection == "" };',
    );
    const of = (id: string, effect: Effect, connection: ConnectionFacts | null = null) => {
      const action = actionOf(effect, {}, { id });
      const { call, situation } = sample(action, { situation: { policies, connection } });
      return decide(call, situation).kind;
    };
    expect(of('door.open', 'read')).toBe('allowed');
    expect(of('door.shut', 'read')).toBe('refused');
    expect(of('door.open', 'write')).toBe('refused');
    expect(of('door.open', 'read', { id: 'con_1', kind: 'smtp', base: null, cleared: true })).toBe(
      'refused',
    );
  });
});

describe('a run’s grant', () => {
  const grant = { actions: ['door.open'], connections: [], expiresAt: NOW + 1, ancestors: [] };

  it('ends at its time, to the millisecond', () => {
    expect(judge('read', { situation: { grant } }).kind).toBe('allowed');
    expect(judge('read', { situation: { grant: { ...grant, expiresAt: NOW } } })).toMatchObject({
      kind: 'refused',
      code: 'GRANT_EXPIRED',
    });
  });

  it('covers the actions it names and no other', () => {
    const narrow = { ...grant, actions: ['door.open.wide', 'door'] };
    expect(judge('read', { situation: { grant: narrow } })).toMatchObject({
      code: 'NOT_AUTHORIZED',
    });
  });

  it('covers the connections it names and no other', () => {
    const connection = { id: 'con_1', kind: 'smtp', base: null, cleared: true } as const;
    const covered = { ...grant, connections: ['con_1'] };
    expect(judge('read', { situation: { connection, grant: covered } }).kind).toBe('allowed');
    expect(judge('read', { situation: { connection, grant } })).toMatchObject({
      code: 'NOT_AUTHORIZED',
    });
  });
});

describe('answering a question', () => {
  const question = { action: 'mail.send', effect: 'send', requestedBy: 'usr_ann' } as const;
  const may = (person: string, roles: readonly Role[], text = DEFAULT_POLICIES) =>
    mayAnswer(policiesOf(text).ask, { person, roles }, question).allows;

  it('is for the person the run acts for, and for responders', () => {
    expect(may('usr_ann', ['user'])).toBe(true);
    expect(may('usr_bob', ['user'])).toBe(false);
    expect(may('usr_bob', ['responder'])).toBe(true);
    expect(may('usr_bob', ['owner'])).toBe(true);
    expect(may('usr_ann', [])).toBe(false);
  });

  it('is told for each person, part, action and effect anew by policies that were asked before', () => {
    const { ask } = policiesOf(`${DEFAULT_POLICIES}
      forbid (principal, action == Action::"answer", resource in Family::"table");
      forbid (principal, action == Action::"answer", resource) when { context.effect == "destroy" };`);
    const told = (
      person: string,
      roles: readonly Role[],
      more: Partial<typeof question> | object,
    ) => mayAnswer(ask, { person, roles }, { ...question, ...more }).allows;
    expect(told('usr_ann', ['user'], {})).toBe(true);
    expect(told('usr_bob', ['user'], {})).toBe(false);
    expect(told('usr_bob', ['responder'], {})).toBe(true);
    expect(told('usr_ann', ['user'], { action: 'table.insert' })).toBe(false);
    expect(told('usr_ann', ['user'], { effect: 'destroy' })).toBe(false);
    expect(told('usr_ann', ['user'], { requestedBy: 'usr_bob' })).toBe(false);
  });

  it('is for the people that a policy names, and for no owner beside them', () => {
    const named = `${DEFAULT_POLICIES}
      @id("mail-is-for-cleo")
      forbid (principal, action == Action::"answer", resource == Tool::"mail.send")
      unless { principal == Person::"usr_cleo" };`;
    expect(may('usr_cleo', ['responder'], named)).toBe(true);
    expect(may('usr_bob', ['owner'], named)).toBe(false);
    expect(may('usr_ann', ['user'], named)).toBe(false);
    const other = { ...question, action: 'table.insert' };
    const { ask } = policiesOf(named);
    expect(mayAnswer(ask, { person: 'usr_bob', roles: ['owner'] }, other).allows).toBe(true);
  });

  it('is never for the requester once separation of duty is on', () => {
    const strict = DEFAULT_POLICIES.replace(
      /^\/\/ (@id\("four-eyes"\)|forbid|when \{ context\.own &&)/gm,
      '$1',
    );
    expect(strict).not.toBe(DEFAULT_POLICIES);
    expect(may('usr_ann', ['owner'], strict)).toBe(false);
    expect(may('usr_bob', ['responder'], strict)).toBe(true);
    const read = { ...question, effect: 'read' } as const;
    const { ask } = policiesOf(strict);
    expect(mayAnswer(ask, { person: 'usr_ann', roles: ['user'] }, read).allows).toBe(true);
  });
});

describe('an agent that another one delegated to', () => {
  const below = (agent: string, ...above: readonly string[]): Told =>
    as({ agent, delegators: above.map((one) => ({ agent: one, agentVersion: 1 })) });
  const FORBID = `${PERSON} ${AGENT} @id("no") forbid (principal in Agent::"agt_root", action, resource);`;
  const ASK = `${PERSON} ${AGENT} @id("ask") @ask("always") permit (principal in Agent::"agt_root", action, resource);`;

  it('may do nothing that an agent above it may not', () => {
    expect(under(`${PERSON} ${AGENT}`, 'send', below('agt_low', 'agt_mid', 'agt_root')).kind).toBe(
      'allowed',
    );
    expect(under(FORBID, 'send', below('agt_low', 'agt_mid'))).toMatchObject({ kind: 'allowed' });
    for (const above of [['agt_root'], ['agt_root', 'agt_mid'], ['agt_mid', 'agt_root']])
      expect(under(FORBID, 'send', below('agt_low', ...above))).toMatchObject({
        ...{ kind: 'refused', code: 'NOT_AUTHORIZED' },
        why: { policies: expect.arrayContaining(['no']) },
      });
  });

  it('looks at no quoted link that the agents above it may not, and needs as many people as they do', () => {
    const links = `${PERSON} @id("agent") @links("*.example.com") permit (principal is AgentVersion, action, resource);`;
    const wish = (agent: string, ...above: readonly string[]) =>
      byPolicyOfAll(policiesOf(links).ask, {
        actor: { ...ACTOR, ...below(agent, ...above).call?.actor },
        ...{ act: 'read', tool: 'door.open', connection: null, sinks: [], tainted: true },
      });
    expect(wish('agt_low')).toMatchObject({ links: [expect.anything()] });
    expect(wish('agt_low', 'agt_root')).toMatchObject({ kind: 'authorized', links: [] });
    const many = `${ASK.replace('@ask("always")', '@ask("always") @approvals("2")')}`;
    expect(under(many, 'send', below('agt_low', 'agt_root'))).toMatchObject({ kind: 'held' });
  });

  it('is asked about wherever one above it would be', () => {
    expect(under(ASK, 'send', below('agt_low')).kind).toBe('allowed');
    expect(under(ASK, 'send', below('agt_low', 'agt_root'))).toMatchObject({
      kind: 'held',
      missing: [{ because: 'policy' }],
    });
  });
});
