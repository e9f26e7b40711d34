import { digest, type PolicyProblem, type Sha256 } from '@countersign/contract';
import { fault } from '../errors.ts';
import { Lru } from '../lru.ts';
import { type CedarAnswer, type CedarRequest, cedarSet } from './cedar.ts';
import type { HostPattern } from './host-pattern.ts';
import { type ReadPolicy, readPolicies } from './read.ts';

/** A workspace's policies, parsed and validated. */
export interface Policies {
  /** SHA-256 of the text; approvals and grants are bound to it. */
  readonly version: Sha256;
  readonly text: string;
  readonly ask: AskPolicies;
}

/**
 * Whether a request is allowed, by which policies (their `@id`), and whether one of them wants a person asked.
 * The key tells all that the request is made of: equal keys get the answer that was given before.
 */
export type AskPolicies = (key: string, request: () => CedarRequest) => PolicyAnswer;

export interface PolicyAnswer {
  readonly allows: boolean;
  readonly policies: readonly string[];
  readonly asksAlways: boolean;
  /** Hosts whose quoted links the policies that permit it let be looked at (rule D1). */
  readonly links: readonly HostPattern[];
  /** How many people must say yes: the most that any of them wants. */
  readonly approvals: number;
}

export type ParsedPolicies =
  | {
      readonly kind: 'parsed';
      readonly policies: Policies;
      readonly warnings: readonly PolicyProblem[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly PolicyProblem[] };

/** Answers kept for each policy set: the same inputs come again with every step of a run. */
const REMEMBERED = 4_000;

/** Reads policies in Cedar's language, checks them against the schema, and makes them ready to be asked. */
export function parsePolicies(text: string): ParsedPolicies {
  const read = readPolicies(text);
  if (read.kind === 'invalid') return read;
  return {
    kind: 'parsed',
    policies: { version: digest(text), text, ask: remembering(read.policies) },
    warnings: read.warnings,
  };
}

/** The policies of a text that is known to be good. @throws fault `GATEWAY_POLICY_INVALID` with the problems. */
export function policiesOf(text: string): Policies {
  const parsed = parsePolicies(text);
  if (parsed.kind === 'parsed') return parsed.policies;
  throw fault('GATEWAY_POLICY_INVALID', {
    details: { problems: parsed.problems.map((problem) => ({ ...problem })) },
  });
}

function remembering(policies: readonly ReadPolicy[]): AskPolicies {
  const set = cedarSet(Object.fromEntries(policies.map(({ name, text }) => [name, text])));
  const asking = new Set(policies.filter(({ asks }) => asks).map(({ name }) => name));
  const links = new Map(policies.map((one) => [one.name, one.links]));
  const approvals = new Map(policies.map((one) => [one.name, one.approvals]));
  const known = new Lru<string, PolicyAnswer>(REMEMBERED);
  return (key, request) =>
    known.getOrMake(key, () => answerOf(set(request()), asking, approvals, links));
}

function answerOf(
  { allows, reason }: CedarAnswer,
  asking: ReadonlySet<string>,
  approvals: ReadonlyMap<string, number>,
  links: ReadonlyMap<string, readonly HostPattern[]>,
): PolicyAnswer {
  return {
    allows,
    policies: [...reason].sort(),
    asksAlways: reason.some((name) => asking.has(name)),
    links: allows ? reason.flatMap((name) => links.get(name) ?? []) : [],
    approvals: Math.max(1, ...reason.map((name) => approvals.get(name) ?? 1)),
  };
}
