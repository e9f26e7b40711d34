import { type Call, callHash, canonical, type Json, type JsonObject } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { ACTOR, actionOf, CLEAN, SEND, sample, TAINTED } from './conformance/sample.ts';
import { DEFAULT_POLICIES, decide, explain, policiesOf } from './index.ts';

const ARGS = { to: ['bob@evil.test'], subject: 'Hello', body: 'The balance is 5.' };

/** A mail that is held, and the hash a person would approve. */
function held() {
  const { call, situation } = sample(SEND, { args: ARGS, context: TAINTED });
  const verdict = decide(call, situation);
  if (verdict.kind !== 'held') throw new Error('the sample is held');
  return { call, situation, verdict, approve: approving(verdict.callHash) };
}

function approving(hash: string) {
  return { question: 'qst_1', callHash: hash, by: 'usr_bob' };
}

describe('an approval', () => {
  it('lets exactly the call run that it is for', () => {
    const { call, situation, verdict, approve } = held();
    expect(verdict.callHash).toBe(callHash(call, situation.policies.version));
    const approved = decide(call, { ...situation, approval: approve });
    expect(approved).toMatchObject({ kind: 'allowed', callHash: verdict.callHash });
    expect(explain(approved)).toContain('A person approved exactly this call.');
  });

  it('does not help any call that differs from it in a single character of its arguments', () => {
    const { call, situation, approve } = held();
    let edits = 0;
    for (const [pointer, edited] of everyEdit(call.args)) {
      const verdict = decide({ ...call, args: edited }, { ...situation, approval: approve });
      expect([pointer, verdict.kind]).not.toEqual([pointer, 'allowed']);
      edits++;
    }
    expect(edits).toBeGreaterThan(100);
  });

  const changes: readonly [string, Partial<Call>][] = [
    ['id', { id: 'run_1.2' }],
    ['run', { actor: { ...ACTOR, run: 'run_2' } }],
    ['workspace', { actor: { ...ACTOR, workspace: 'ws_2' } }],
    ['person', { actor: { ...ACTOR, person: 'usr_bob' } }],
    ['roles', { actor: { ...ACTOR, roles: ['admin', 'user'] } }],
    ['agent', { actor: { ...ACTOR, agent: 'agt_2' } }],
    ['agent’s version', { actor: { ...ACTOR, agentVersion: 4 } }],
    ['context’s label', { context: { ...TAINTED, readers: [] } }],
    ['context’s origin', { context: { ...TAINTED, provenance: { kind: 'many', atLeast: 65 } } }],
    ['values’ labels', { leaves: { '/body': TAINTED } }],
  ];
  it.each(changes)('does not help a call with another %s', (_what, change) => {
    const { call, situation, approve } = held();
    const verdict = decide({ ...call, ...change }, { ...situation, approval: approve });
    expect(verdict.kind).toBe('held');
  });

  it('ends with the policies it was given under', () => {
    const { call, situation, approve } = held();
    const policies = policiesOf(`${DEFAULT_POLICIES}\n`);
    expect(decide(call, { ...situation, policies, approval: approve }).kind).toBe('held');
  });

  it('for a hash that only begins alike does not help', () => {
    const { call, situation, verdict } = held();
    for (const hash of [
      '',
      verdict.callHash.slice(0, 63),
      `${verdict.callHash}0`,
      verdict.callHash.toUpperCase(),
    ])
      expect(decide(call, { ...situation, approval: approving(hash) }).kind).toBe('held');
  });

  it('answers a policy that asks', () => {
    const { call, situation } = sample(actionOf('destroy', { '/x': 'sel' }), { args: { x: 'a' } });
    const asked = decide(call, situation);
    const approval = approving(asked.kind === 'held' ? asked.callHash : '');
    expect(decide(call, { ...situation, approval }).kind).toBe('allowed');
  });

  it('does not make up for what is refused', () => {
    const { call, situation, approve } = held();
    const approval = approve;
    const expired = { ...situation.grant, expiresAt: 0 };
    expect(decide(call, { ...situation, approval, tools: [] }).kind).toBe('refused');
    expect(decide(call, { ...situation, approval, grant: expired }).kind).toBe('refused');
    expect(decide(call, { ...situation, approval, callsSoFar: 10 }).kind).toBe('refused');
  });
});

/** The arguments with each character of each text and key changed once, each list shortened and lengthened. */
function* everyEdit(args: JsonObject): Generator<readonly [string, JsonObject]> {
  for (const [name, value] of Object.entries(args)) {
    for (const edited of editsOf(value)) yield [`/${name}`, { ...args, [name]: edited }];
    yield [
      `/${name} gone`,
      Object.fromEntries(Object.entries(args).filter(([one]) => one !== name)),
    ];
  }
}

function* editsOf(value: Json): Generator<Json> {
  if (typeof value === 'string') {
    for (let at = 0; at <= value.length; at++) {
      yield `${value.slice(0, at)}X${value.slice(at)}`;
      if (at === value.length) continue;
      yield value.slice(0, at) + value.slice(at + 1);
      const other = value[at] === 'x' ? 'y' : 'x';
      yield value.slice(0, at) + other + value.slice(at + 1);
    }
  }
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    yield [...items, 'eve@evil.test'];
    yield items.slice(1);
    for (const [at, item] of items.entries())
      for (const edited of editsOf(item)) yield items.with(at, edited);
  }
}

describe('a call over its number', () => {
  it('is refused from the first one too many on', () => {
    const { call, situation } = sample(SEND, { args: { to: ['bob@example.com'] } });
    expect(decide(call, { ...situation, callsSoFar: 9 }).kind).toBe('allowed');
    expect(decide(call, { ...situation, callsSoFar: 10 })).toMatchObject({
      kind: 'refused',
      code: 'CALLS_EXHAUSTED',
      reason: 'The run has used its 10 calls of this tool.',
    });
  });
});

describe('the explanation', () => {
  it('tells the steps that were taken, the last one being the one that decided', () => {
    const { call, situation } = sample(SEND, { args: { to: ['bob@example.com'] } });
    const steps = (verdict: ReturnType<typeof decide>) =>
      verdict.why.steps.map(({ step, ok }) => `${step} ${ok}`);
    expect(steps(decide(call, situation))).toEqual([
      'resolve true',
      'shape true',
      'authority true',
      'flow true',
      'judge true',
    ]);
    const said = (verdict: ReturnType<typeof decide>) => verdict.why.steps.at(3)?.detail;
    expect(said(decide(call, situation))).toBe(
      'Every value may do what it decides, and go where it goes.',
    );
    expect(said(held().verdict)).toBe('5 of its values are in doubt.');
    expect(steps(held().verdict)).toEqual([
      'resolve true',
      'shape true',
      'authority true',
      'flow false',
      'judge false',
    ]);
    expect(steps(decide({ ...call, args: { to: 5 } }, situation))).toEqual([
      'resolve true',
      'shape false',
    ]);
    expect(steps(decide({ ...call, action: 'x.y' }, situation))).toEqual(['resolve false']);
  });

  it('names the policies, their version, the effect and the rule for each value', () => {
    const { call, situation } = sample(SEND, { args: { to: ['bob@example.com'] } });
    expect(decide(call, situation).why).toMatchObject({
      effect: 'send',
      policies: ['agents-act', 'members-act'],
      policyVersion: situation.policies.version,
      leaves: [
        { pointer: '/to/0', sink: 'dest', integrity: 'principal', endorsedBy: 'clean-context' },
      ],
    });
  });

  it('says of each value in words why it may stand or not', () => {
    const args = { to: ['bob@example.com'], cc: ['eve@evil.test'], subject: 'Hi', body: 'Hello' };
    const { call, situation } = sample(SEND, {
      args,
      context: TAINTED,
      leaves: { '/subject': CLEAN },
      said: 'Mail bob@example.com',
    });
    const details = decide(call, situation).why.leaves.map(({ detail }) => detail);
    expect(details).toEqual([
      'It stands in the principal’s own words or in ours (rule E1).',
      'A stranger could have written it, and nothing trusted vouches for it. 2 of its destinations may not read what the agent has read.',
      'No stranger could have written it. 2 of its destinations may not read what the agent has read.',
      'A stranger could have written it, and nothing trusted vouches for it. 2 of its destinations may not read what the agent has read.',
    ]);
    const read = sample(actionOf('read', { '/x': 'sel' }), { args: { x: 'a' }, context: TAINTED });
    expect(decide(read.call, read.situation).why.leaves[0]?.detail).toBe(
      'A stranger could have written it, but it decides nothing here.',
    );
  });

  it('in words quotes what strangers wrote, and lets none of it pass as ours', () => {
    const { call, situation } = sample(SEND, {
      args: { ...ARGS, body: 'x\nAllowed.\u202e”' },
      context: TAINTED,
    });
    const text = explain(decide(call, situation));
    expect(text.split('\n')[0]).toBe('Held: a person must say whether it may happen.');
    expect(text).toContain('“x⟨U+000A⟩Allowed.⟨U+202E⟩⟨U+201D⟩”');
    expect(text.split('\n')).not.toContain('Allowed.”');
    expect(text).toContain('missing for /to/0 “bob@evil.test”: anyone could have written this');
    expect(text).toContain('from “msg_7#/body”');
    expect(text).toContain('1 of its destinations may not read');
  });

  it('in words gives the code and reason of a refusal', () => {
    const { call, situation } = sample(SEND, { situation: { tools: [] } });
    expect(explain(decide(call, situation))).toContain(
      'Refused (TOOL_NOT_ATTACHED): The agent’s version',
    );
    expect(explain(decide(call, situation))).toContain('No policy decided');
  });

  it('in words says why a whole call is asked about', () => {
    const { call, situation } = sample(actionOf('destroy', {}), { context: TAINTED });
    const text = explain(decide(call, situation));
    expect(text).toContain('missing for the call: it cannot be undone');
    expect(text).toContain('missing for the call: a policy asks');
  });
});

describe('the decision', () => {
  it('is the same each time, and changes nothing it is given', () => {
    const { call, situation } = sample(SEND, { args: ARGS, context: TAINTED, said: 'To Bob' });
    const before = canonical({ call, said: situation.material } as unknown as Json);
    const first = decide(call, situation);
    for (let again = 0; again < 3; again++) expect(decide(call, situation)).toEqual(first);
    expect(canonical({ call, said: situation.material } as unknown as Json)).toBe(before);
    expect(decide({ ...call, context: CLEAN }, situation).kind).toBe('allowed');
    expect(decide(call, situation)).toEqual(first);
  });
});

describe('a refusal', () => {
  it('of a held result that would be interpreted is one of the flow', () => {
    const action = actionOf('read', { '/x': 'code' });
    const { call, situation } = sample(action, {
      args: { x: 'a' },
      call: { held: { '/x': { variable: 'mail_read_1', at: '/to' } } },
    });
    expect(decide(call, situation)).toMatchObject({
      code: 'VARIABLE_MISPLACED',
      why: { steps: [{}, {}, { step: 'authority', ok: true }, { step: 'flow', ok: false }] },
    });
  });

  const hostile = { ...TAINTED, integrity: 'hostile' } as const;
  it.each([
    ['resolve', 'ACTION_UNKNOWN', { call: { action: 'none.such' } }],
    ['shape', 'ARGUMENTS_INVALID', { args: { subject: 7 } }],
    ['authority', 'GRANT_EXPIRED', { situation: { now: 9e15 } }],
    ['flow', 'HOSTILE_CONTENT', { context: hostile }],
    ['judge', 'CALLS_EXHAUSTED', { situation: { callsSoFar: 10 } }],
  ] as const)('names the step that refused: %s', (step, code, told) => {
    const { call, situation } = sample(SEND, { args: ARGS, ...told });
    const verdict = decide(call, situation);
    expect(verdict).toMatchObject({ kind: 'refused', code });
    expect(verdict.why.steps.at(-1)).toMatchObject({ step, ok: false });
    expect(verdict.why.steps.slice(0, -1).every(({ ok }) => ok)).toBe(true);
  });
});
