import { type PolicyTest, policyTestSchema } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { checkPolicies, DEFAULT_POLICIES, parsePolicies } from '../index.ts';

const test = (some: Partial<PolicyTest>): PolicyTest =>
  policyTestSchema.parse({
    ...{ name: 'x', role: 'user', act: 'send', tool: 'mail.send', expect: 'allow' },
    ...some,
  });
const run = (some: Partial<PolicyTest>, text = DEFAULT_POLICIES) =>
  checkPolicies(text, [test(some)]).tests[0];

describe('a test beside the policies', () => {
  it.each<[Partial<PolicyTest>, string, readonly string[]]>([
    [{}, 'allow', ['agents-act', 'members-act']],
    [{ act: 'destroy' }, 'ask', ['agents-act', 'members-destroy']],
    [{ sinks: ['ctl'] }, 'deny', ['agents-never-control', 'members-act']],
    [{ act: 'generate', tool: 'model.generate' }, 'allow', ['agents-act', 'members-act']],
    [{ act: 'answer', own: true }, 'allow', ['own-questions']],
    [{ act: 'answer' }, 'deny', []],
    [{ act: 'answer', role: 'responder' }, 'allow', ['responders-answer']],
  ])('%j gets from the default policies: %s', (some, actual, policies) => {
    const expected = actual === 'allow' ? 'deny' : 'allow';
    expect(run({ ...some, expect: expected })).toEqual({
      ...{ name: 'x', ok: false, expected, actual, policies },
    });
    expect(run({ ...some, expect: actual as PolicyTest['expect'] })?.ok).toBe(true);
  });

  it('asks as the gateway does: what is denied to a clean call is denied to a tainted one too', () => {
    const text = `permit (principal, action, resource);
      forbid (principal, action == Action::"send", resource) when { !context.tainted };`;
    expect(run({ tainted: true, expect: 'deny' }, text)?.ok).toBe(true);
  });

  it('can be about a person, an agent, a connection and a tool that a policy names', () => {
    const text = `permit (principal, action, resource);
      forbid (principal == Person::"usr_a", action == Action::"send", resource);
      forbid (principal in Agent::"agt_b", action == Action::"send", resource);
      forbid (principal, action == Action::"send", resource in Family::"chat");
      forbid (principal is Person, action == Action::"send", resource) when { context.connection == "con_c" };`;
    const denied = (some: Partial<PolicyTest>) => run({ ...some, expect: 'deny' }, text)?.ok;
    expect(denied({})).toBe(false);
    expect(denied({ person: 'usr_a' })).toBe(true);
    expect(denied({ agent: 'agt_b' })).toBe(true);
    expect(denied({ tool: 'chat.post' })).toBe(true);
    expect(denied({ connection: 'con_c' })).toBe(true);
  });

  it('can say how many people must say yes, and looks at it only then', () => {
    const text = `permit (principal, action, resource);
      @approvals("3") permit (principal is Person, action == Action::"send", resource);`;
    expect(run({ expect: 'ask' }, text)).toMatchObject({ ok: true, actual: 'ask' });
    expect(run({ expect: 'ask', approvals: 3 }, text)).toMatchObject({ ok: true, approvals: 3 });
    for (const approvals of [1, 2, 4])
      expect(run({ expect: 'ask', approvals }, text)).toMatchObject({ ok: false, approvals: 3 });
    expect(run({ act: 'read', expect: 'ask', approvals: 1 }, text)).toMatchObject({ ok: false });
    expect(() => test({ approvals: 2 })).toThrow(/expect .*ask/);
  });

  it('is not run on a text that is not valid', () => {
    expect(checkPolicies('permit', [test({})])).toMatchObject({
      problems: [{ line: 1 }],
      findings: [],
      tests: [],
    });
  });
});

describe('the policies of a text', () => {
  it('without an @id are numbered by their place, also beyond the tenth', () => {
    const many = Array.from(
      { length: 12 },
      () => '// a; "comment"\npermit (principal, action, resource);',
    );
    const text = `${many.join('\n')}\n@id("a;b") forbid (principal, action == Action::"answer", resource);\n@ask("x") permit (principal, action, resource);`;
    const parsed = parsePolicies(text);
    expect(parsed.kind === 'invalid' ? parsed.problems[0] : null).toMatchObject({
      line: 26,
      column: 1,
      says: expect.stringContaining('policy-14'),
    });
  });
});
