import {
  checkParsePolicySet,
  type DetailedError,
  policySetTextToParts,
  policyToJson,
  validate,
} from '@cedar-policy/cedar-wasm/nodejs';
import { digest, type Sha256 } from '@countersign/contract';
import { fault } from '../errors.ts';
import { Lru } from '../lru.ts';
import { type CedarAnswer, type CedarRequest, cedarSet } from './cedar.ts';
import { POLICY_SCHEMA } from './schema.ts';

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
}

/** Something wrong in a policy text. Line and column count from 1; null where the whole text is meant. */
export interface PolicyProblem {
  readonly line: number | null;
  readonly column: number | null;
  readonly says: string;
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
  const parsed = checkParsePolicySet({ staticPolicies: text });
  if (parsed.type === 'failure')
    return invalid(parsed.errors.map((error) => problemOf(error, text)));
  const parts = policySetTextToParts(text);
  if (parts.type === 'failure') return invalid(parts.errors.map((error) => problemOf(error, text)));
  const checked = validate({
    schema: POLICY_SCHEMA,
    policies: { staticPolicies: text },
    validationSettings: { mode: 'strict' },
  });
  if (checked.type === 'failure')
    return invalid(checked.errors.map((error) => problemOf(error, text)));
  if (checked.validationErrors.length > 0)
    return invalid(checked.validationErrors.map(({ error }) => problemOf(error, text)));
  const named = nameAll(parts.policies);
  if (named.kind === 'invalid') return named;
  return {
    kind: 'parsed',
    policies: { version: digest(text), text, ask: remembering(named.byName) },
    warnings: checked.validationWarnings.map(({ error }) => problemOf(error, text)),
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

interface NamedPolicy {
  readonly text: string;
  readonly asksAlways: boolean;
}

function nameAll(
  texts: readonly string[],
):
  | { readonly kind: 'named'; readonly byName: ReadonlyMap<string, NamedPolicy> }
  | Extract<ParsedPolicies, { kind: 'invalid' }> {
  const byName = new Map<string, NamedPolicy>();
  for (const [index, text] of texts.entries()) {
    const json = policyToJson(text);
    if (json.type === 'failure') return invalid(json.errors.map((error) => problemOf(error, text)));
    const { annotations, effect } = json.json;
    const name = annotations?.['id'] ?? `policy-${index + 1}`;
    const ask = annotations?.['ask'];
    if (byName.has(name)) return refused(`Two policies have the @id "${name}"; rename one.`);
    if (ask !== undefined && ask !== 'always')
      return refused(`The policy "${name}" has @ask("${ask}"); only @ask("always") has a meaning.`);
    if (ask !== undefined && effect === 'forbid')
      return refused(`The policy "${name}" forbids, so nobody is asked; take its @ask away.`);
    byName.set(name, { text, asksAlways: ask === 'always' });
  }
  return { kind: 'named', byName };
}

function remembering(byName: ReadonlyMap<string, NamedPolicy>): AskPolicies {
  const set = cedarSet(Object.fromEntries([...byName].map(([name, { text }]) => [name, text])));
  const known = new Lru<string, PolicyAnswer>(REMEMBERED);
  return (key, request) => known.getOrMake(key, () => answerOf(set(request()), byName));
}

function answerOf(answer: CedarAnswer, byName: ReadonlyMap<string, NamedPolicy>): PolicyAnswer {
  return {
    allows: answer.allows,
    policies: [...answer.reason].sort(),
    asksAlways: answer.reason.some((name) => byName.get(name)?.asksAlways === true),
  };
}

function invalid(problems: readonly PolicyProblem[]): Extract<ParsedPolicies, { kind: 'invalid' }> {
  return { kind: 'invalid', problems };
}

function refused(says: string) {
  return invalid([{ line: null, column: null, says }]);
}

function problemOf(error: DetailedError, text: string): PolicyProblem {
  const help = error.help === null ? '' : ` (${error.help})`;
  const start = error.sourceLocations?.[0]?.start;
  const says = `${error.message}${help}`;
  return start === undefined
    ? { line: null, column: null, says }
    : { ...positionOf(text, start), says };
}

/** Cedar counts bytes of UTF-8; people count lines and characters. */
function positionOf(
  text: string,
  bytes: number,
): { readonly line: number; readonly column: number } {
  const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, bytes));
  const lines = before.split('\n');
  return { line: lines.length, column: [...(lines[lines.length - 1] ?? '')].length + 1 };
}
