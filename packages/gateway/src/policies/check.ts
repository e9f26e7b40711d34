import type {
  Actor,
  PolicyAnswerKind,
  PolicyCheck,
  PolicyTest,
  PolicyTestResult,
} from '@countersign/contract';
import { byPolicy, mayAnswer } from '../authority.ts';
import { lintPolicies } from './lint/lint.ts';
import { type Policies, parsePolicies } from './policies.ts';

/** All that can be said of a policy text and its tests before it is put in force. */
export function checkPolicies(text: string, tests: readonly PolicyTest[]): PolicyCheck {
  const parsed = parsePolicies(text);
  if (parsed.kind === 'invalid') return { problems: parsed.problems, findings: [], tests: [] };
  return {
    problems: [],
    findings: lintPolicies(text),
    tests: tests.map((test) => runTest(parsed.policies, test)),
  };
}

/** Asks the policies what the gateway would ask them of such a call or answer. */
function runTest({ ask }: Policies, test: PolicyTest): PolicyTestResult {
  const { name, act, role, person, agent, tool, connection, sinks, tainted, effect, own } = test;
  const actor: Actor = {
    ...{ workspace: 'ws_test', person, roles: [role], agent, agentVersion: 1, run: 'run_test' },
  };
  if (act === 'answer') {
    const requestedBy = own ? person : `not ${person}`;
    const answer = mayAnswer(ask, actor, { action: tool, effect, requestedBy });
    return resultOf(name, test.expect, answer.allows ? 'allow' : 'deny', answer.policies);
  }
  const found = byPolicy(ask, { actor, act, tool, connection, sinks, tainted });
  const actual = found.kind === 'refused' ? 'deny' : found.asks ? 'ask' : 'allow';
  const result = resultOf(name, test.expect, actual, found.policies);
  if (test.approvals === undefined || found.kind === 'refused') return result;
  const { approvals } = found;
  return { ...result, ok: result.ok && approvals === test.approvals, approvals };
}

function resultOf(
  name: string,
  expected: PolicyAnswerKind,
  actual: PolicyAnswerKind,
  policies: readonly string[],
): PolicyTestResult {
  return { name, ok: expected === actual, expected, actual, policies };
}
