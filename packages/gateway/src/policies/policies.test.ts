import { digest, Fault } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICIES, parsePolicies, policiesOf } from '../index.ts';

function problemsOf(text: string) {
  const parsed = parsePolicies(text);
  return parsed.kind === 'invalid' ? parsed.problems : [];
}

const EVERYBODY = 'permit (principal, action, resource);';

describe('a policy text', () => {
  it('that is the default one is good, and says nothing that could never apply', () => {
    expect(parsePolicies(DEFAULT_POLICIES)).toMatchObject({ kind: 'parsed', warnings: [] });
  });

  it('has the SHA-256 of its bytes as its version', () => {
    expect(policiesOf(EVERYBODY).version).toBe(digest(EVERYBODY));
    expect(policiesOf(`${EVERYBODY}\n`).version).not.toBe(digest(EVERYBODY));
  });

  it('with a mistake says the line and the column, counted in characters', () => {
    expect(problemsOf(`${EVERYBODY}\n// é€😀\npermit (principal, foo);`)).toMatchObject([
      { line: 3, column: 20 },
    ]);
    expect(problemsOf(`@id("é€😀") permit (principal, foo);`)).toMatchObject([
      { line: 1, column: 31 },
    ]);
  });

  it('with a word that the schema does not know is refused, with the place and a hint', () => {
    const [problem] = problemsOf(
      'permit (principal, action == Action::"read", resource)\nwhen { context.sink.contains("ctl") };',
    );
    expect(problem).toMatchObject({ line: 2 });
    expect(problem?.says).toMatch(/sink.*did you mean `sinks`/s);
    expect(problemsOf('permit (principal, action == Action::"raed", resource);')).toHaveLength(1);
    expect(problemsOf('permit (principal is Persn, action, resource);').length).toBeGreaterThan(0);
  });

  it('with a policy that could never apply is accepted with a warning', () => {
    const never = parsePolicies(
      'permit (principal is AgentVersion, action == Action::"answer", resource);',
    );
    expect(never.kind === 'parsed' ? never.warnings.length : 0).toBeGreaterThan(0);
  });

  it.each([
    ['a template', 'permit (principal == ?principal, action, resource);', /template/],
    ['two policies of one @id', `@id("a") ${EVERYBODY} @id("a") ${EVERYBODY}`, /"a"/],
    ['an @ask of no meaning', `@ask("often") ${EVERYBODY}`, /only @ask\("always"\)/],
    [
      'an @ask on a forbid',
      `@ask("always") forbid (principal, action, resource);`,
      /nobody is asked/,
    ],
    ['a @links without a host', `@links(" ") ${EVERYBODY}`, /write hosts with spaces/],
    ['a @links of no value', `@links ${EVERYBODY}`, /write hosts with spaces/],
    ['a @links with an address', `@links("https://a.example/") ${EVERYBODY}`, /write hosts/],
    ['a @links in capitals', `@links("A.example") ${EVERYBODY}`, /write hosts with spaces/],
    ['a @links with one of two misspelt', `@links("a.example *b") ${EVERYBODY}`, /write hosts/],
    ['a @links for a whole top-level domain', `@links("*.example") ${EVERYBODY}`, /write hosts/],
    [
      'a @links on a forbid',
      `@links("*") forbid (principal, action, resource);`,
      /no link is followed/,
    ],
    ['one approval', `@approvals("1") ${EVERYBODY}`, /"1".*from "2" to "5"/],
    ['too many approvals', `@approvals("6") ${EVERYBODY}`, /"6".*from "2" to "5"/],
    ['approvals in words', `@approvals("two") ${EVERYBODY}`, /"two".*from "2" to "5"/],
    ['approvals of no number', `@approvals ${EVERYBODY}`, /from "2" to "5"/],
    [
      'approvals on a forbid',
      '@approvals("2") forbid (principal, action, resource);',
      /forbids.*@approvals away/,
    ],
    [
      'approvals on what nobody is asked about',
      '@approvals("2") permit (principal, action in [Action::"answer", Action::"generate"], resource);',
      /permits the call/,
    ],
    [
      'approvals on answers',
      '@approvals("2") permit (principal, action == Action::"answer", resource);',
      /permits the call/,
    ],
  ])('with %s is refused', (_what, text, says) => {
    expect(problemsOf(text)[0]?.says).toMatch(says);
  });

  it('that must be good and is not throws a fault with the problems', () => {
    try {
      policiesOf('permit');
      expect.unreachable();
    } catch (thrown) {
      expect(Fault.is(thrown) && thrown.code).toBe('GATEWAY_POLICY_INVALID');
      expect(Fault.is(thrown) && thrown.details).toMatchObject({ problems: [{ line: 1 }] });
    }
  });

  it('that is empty permits nothing and is no mistake', () => {
    expect(parsePolicies('')).toMatchObject({ kind: 'parsed' });
  });
});
