import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICIES, lintPolicies, parsePolicies } from '../../index.ts';

const ALL = '@id("all") permit (principal, action, resource);';
const NO_CONTROL =
  '@id("control") forbid (principal is AgentVersion, action, resource) when { context.sinks.contains("ctl") };';
const EVERYBODY = `${ALL}\n${NO_CONTROL}`;

/** Rules found, with the policy each is about. */
function found(text: string) {
  const parsed = parsePolicies(text);
  expect(parsed.kind, JSON.stringify(parsed)).toBe('parsed');
  return lintPolicies(text).map(({ rule, policy }) => [rule, policy]);
}

const more = (text: string) => `${EVERYBODY}\n${text}`;

describe('the linter of policies', () => {
  it('finds nothing in the default ones, with and without four eyes', () => {
    expect(found(DEFAULT_POLICIES)).toEqual([]);
    const eyes = DEFAULT_POLICIES.slice(DEFAULT_POLICIES.indexOf('// @id("four-eyes")'));
    expect(found(DEFAULT_POLICIES.replace(eyes, eyes.replaceAll('// ', '')))).toEqual([]);
  });

  it('says nothing of a text that is not valid: that has problems of its own', () => {
    expect(lintPolicies('permit (')).toEqual([]);
  });

  it('gives the place, a sentence and a way out', () => {
    const text = `${EVERYBODY}\n\n  // 😀\n  @id("again") permit (principal is Person, action, resource);`;
    expect(lintPolicies(text)).toEqual([
      {
        rule: 'shadowed',
        policy: 'again',
        line: 5,
        column: 3,
        says: 'All that it permits is permitted by “all”, so it changes no decision.',
        remedy: expect.stringMatching(/^Take it away/),
      },
    ]);
  });

  it.each([
    [
      'a permit that a permit covers',
      '@id("x") permit (principal in Role::"admin", action, resource);',
    ],
    [
      'a permit that a forbid covers',
      '@id("x") permit (principal is AgentVersion, action == Action::"read", resource) when { context.sinks.containsAll(["ctl", "auth"]) };',
    ],
    [
      'a forbid that a broader one covers',
      '@id("x") forbid (principal == AgentVersion::"a@1", action == Action::"send", resource) when { context.sinks.contains("ctl") && context.tainted };',
    ],
    [
      'a forbid that others cover together',
      '@id("a") forbid (principal is AgentVersion, action == Action::"send", resource) when { context.tainted };\n@id("b") forbid (principal is AgentVersion, action == Action::"send", resource);',
    ],
    [
      'a permit that speaks of links where nothing is looked at',
      '@id("x") @links("*") permit (principal is AgentVersion, action == Action::"send", resource);',
    ],
  ])('finds %s', (_what, text) => {
    expect(found(more(text)).map(([rule]) => rule)).toEqual(['shadowed']);
  });

  it.each([
    [
      'a permit that asks about more',
      '@id("x") @ask("always") permit (principal in Role::"user", action == Action::"send", resource);',
    ],
    [
      'a permit that lets links be looked at',
      '@id("x") @links("*") permit (principal is AgentVersion, action == Action::"read", resource);',
    ],
    [
      'a forbid of a named connection',
      '@id("x") forbid (principal, action == Action::"send", resource) when { context.connection == "con_1" };',
    ],
    [
      'a forbid of a named tool',
      '@id("x") forbid (principal, action, resource == Tool::"mail.send");',
    ],
    [
      'a forbid of what is tainted',
      '@id("x") forbid (principal, action == Action::"send", resource) when { context.tainted };',
    ],
  ])('keeps quiet about %s', (_what, text) => {
    expect(found(more(text))).toEqual([]);
  });

  it('names the later of two policies that say the same, and only that', () => {
    const twice = (id: string) =>
      `@id("${id}") forbid (principal, action == Action::"send", resource);`;
    expect(found(more(`${twice('one')}\n${twice('two')}`))).toEqual([['shadowed', 'two']]);
  });

  it('does not call a second lock a mistake: a forbid of what nothing permits', () => {
    const careful = DEFAULT_POLICIES.replace('action in Action::"act"', 'action == Action::"read"');
    const lock =
      '\n@id("lock") forbid (principal is AgentVersion, action == Action::"write", resource);';
    expect(found(careful + lock).filter(([, policy]) => policy === 'lock')).toEqual([]);
  });

  it.each([
    [
      'what is tainted rather than clean',
      '@id("x") forbid (principal, action == Action::"destroy", resource) when { !context.tainted };',
    ],
    [
      'the clean one, in an unless',
      '@id("x") forbid (principal is AgentVersion, action == Action::"send", resource == Tool::"mail.send") unless { context.tainted };',
    ],
    [
      'and asks about the clean',
      '@id("x") @ask("always") permit (principal in Role::"user", action == Action::"destroy", resource) when { !context.tainted };',
    ],
    [
      'roles above the one that is named',
      '@id("x") forbid (principal in Role::"builder", action == Action::"send", resource);',
    ],
    [
      'the eyes of others',
      '@id("x") forbid (principal, action == Action::"answer", resource) when { !context.own && context.effect == "send" };',
    ],
  ])('finds an inverted rule that denies %s', (_what, text) => {
    expect(found(more(text))).toEqual([['inverted', 'x']]);
  });

  it('finds an inverted permit, which is to blame itself', () => {
    const text = DEFAULT_POLICIES.replace(
      '@id("agents-act")\npermit (principal is AgentVersion, action in Action::"act", resource);',
      `@id("agents-think") permit (principal is AgentVersion, action == Action::"generate", resource);
       @id("x") permit (principal is AgentVersion, action in Action::"act", resource) when { context.tainted };`,
    );
    expect(found(text)).toEqual([['inverted', 'x']]);
  });

  it('takes a permit that asks where something is tainted for what it is', () => {
    const text = DEFAULT_POLICIES.replace(
      'action == Action::"destroy", resource);',
      'action == Action::"destroy", resource) when { context.tainted };\n@id("clean") permit (principal in Role::"user", action == Action::"destroy", resource) when { !context.tainted };',
    );
    expect(found(text)).toEqual([]);
  });

  it('finds a permit that lets agents change the platform', () => {
    expect(found(ALL)).toEqual([['agent-control', 'all']]);
  });

  it('finds a permit that gives agents rights to decide about, unless it asks', () => {
    const rights = (ask: string) =>
      `@id("think") permit (principal is AgentVersion, action == Action::"generate", resource);
       @id("people") permit (principal is Person, action, resource);
       @id("x") ${ask} permit (principal is AgentVersion, action == Action::"write", resource) when { context.sinks.contains("auth") && !context.sinks.contains("ctl") };`;
    expect(found(rights(''))).toEqual([['agent-control', 'x']]);
    expect(found(rights('@ask("always")'))).toEqual([]);
  });

  it('finds a policy whose conditions exclude each other', () => {
    expect(
      found(
        more(
          '@id("x") permit (principal, action == Action::"send", resource) when { context.tainted && !context.tainted };',
        ),
      ),
    ).toEqual([['never-applies', 'x']]);
  });

  it('finds that more people must say yes than may, and not where a role may', () => {
    const two = '@id("x") @approvals("2") permit (principal, action == Action::"send", resource);';
    const only = (...people: readonly string[]) =>
      `forbid (principal, action == Action::"answer", resource) unless { ${people.map((id) => `principal == Person::"${id}"`).join(' || ')} };`;
    const few = (text: string) => found(text).filter(([rule]) => rule === 'too-few-approvers');
    expect(few(more(two))).toEqual([]);
    expect(few(more(`${two}${only('a', 'b')}`))).toEqual([]);
    expect(few(more(`${two}${only('a')}`))).toEqual([['too-few-approvers', 'x']]);
    expect(few(more(`${two.replace('"2"', '"3"')}${only('a', 'b')}`))).toHaveLength(1);
    const own = `@id("acts") permit (principal, action in Action::"act", resource);${NO_CONTROL}
      permit (principal, action == Action::"answer", resource) when { context.own };`;
    expect(few(`${own}${two}`)).toHaveLength(1);
    expect(few(own)).toEqual([]);
  });

  it('takes a permit that wants more people than another for what it is, and one that wants fewer not', () => {
    const wants = (id: string, n: number) =>
      `@id("${id}") @approvals("${n}") permit (principal, action == Action::"send", resource);`;
    expect(found(more(`${wants('two', 2)}\n${wants('three', 3)}`))).toEqual([['shadowed', 'two']]);
    const tainted = `${ALL}${NO_CONTROL}@id("x") @approvals("2") permit (principal, action == Action::"send", resource) when { !context.tainted };`;
    expect(found(tainted)).toEqual([['inverted', 'x']]);
  });

  it('finds that nobody may answer, that owners may do nothing, and that nothing runs', () => {
    expect(found(more('forbid (principal, action == Action::"answer", resource);'))).toContainEqual(
      ['nobody-answers', null],
    );
    const quiet =
      'forbid (principal, action == Action::"answer", resource) when { context.effect == "send" };';
    expect(lintPolicies(more(quiet))[0]?.says).toMatch(/calls that send,/);
    const locked = 'forbid (principal in Role::"owner", action == Action::"generate", resource);';
    expect(found(more(locked))).toContainEqual(['owner-locked-out', null]);
    expect(found('')).toEqual([
      ['owner-locked-out', null],
      ['nothing-runs', null],
    ]);
  });

  it('says that it looked no further where it cannot compare', () => {
    const like =
      '@id("x") forbid (principal, action, resource) when { principal is AgentVersion && context.connection like "a*" };';
    expect(found(more(like))).toEqual([['not-compared', null]]);
    const mixed =
      'forbid (principal is AgentVersion, action, resource) when { context.sinks.contains(context.connection) };';
    expect(found(more(mixed))).toEqual([['not-compared', null]]);
    const many = Array.from(
      { length: 300 },
      (_, n) =>
        `forbid (principal, action, resource == Tool::"a.t${n}") when { ["a", "b", "c${n}"].contains(context.connection) };`,
    );
    expect(
      found(more(many.join('\n').replaceAll('(principal,', '(principal is AgentVersion,'))),
    ).toEqual([['not-compared', null]]);
  });
});
