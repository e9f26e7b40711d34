import {
  checkParsePolicySet,
  type DetailedError,
  type PolicyJson,
  policySetTextToParts,
  policyToJson,
  validate,
} from '@cedar-policy/cedar-wasm/nodejs';
import {
  type PlacedPolicy,
  type PolicyProblem,
  placeAt,
  placedPolicies,
} from '@countersign/contract';
import { approvalsIn } from './approvals.ts';
import { type HostPattern, hostPatternsIn } from './host-pattern.ts';
import { POLICY_SCHEMA } from './schema.ts';

/** One policy of a text that is valid. */
export interface ReadPolicy extends PlacedPolicy {
  /** Its `@id`, or `policy-<n>`. */
  readonly name: string;
  readonly json: PolicyJson;
  /** Whether it wants a person asked each time. */
  readonly asks: boolean;
  /** Hosts whose quoted links it lets be looked at (rule D1); empty where it says nothing of links. */
  readonly links: readonly HostPattern[];
  /** How many people must say yes to what it permits; more than one is asked each time. */
  readonly approvals: number;
}

export type ReadPolicies =
  | {
      readonly kind: 'read';
      readonly policies: readonly ReadPolicy[];
      readonly warnings: readonly PolicyProblem[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly PolicyProblem[] };

/** Reads policies in Cedar's language, checks them against the schema, and takes them apart. */
export function readPolicies(text: string): ReadPolicies {
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
  const named = nameAll(text);
  if (named.kind === 'invalid') return named;
  return {
    kind: 'read',
    policies: named.policies,
    warnings: checked.validationWarnings.map(({ error }) => problemOf(error, text)),
  };
}

function nameAll(
  text: string,
):
  | { readonly kind: 'named'; readonly policies: readonly ReadPolicy[] }
  | Extract<ReadPolicies, { kind: 'invalid' }> {
  const policies = new Map<string, ReadPolicy>();
  for (const [index, placed] of placedPolicies(text).entries()) {
    const json = policyToJson(placed.text);
    if (json.type === 'failure')
      return invalid(json.errors.map((error) => problemOf(error, placed.text)));
    const { annotations, effect } = json.json;
    const name = annotations?.['id'] ?? `policy-${index + 1}`;
    const ask = annotations?.['ask'];
    const refused = (says: string) => invalid([{ ...placeAt(text, placed.start), says }]);
    if (policies.has(name)) return refused(`Two policies have the @id "${name}"; rename one.`);
    if (ask !== undefined && ask !== 'always')
      return refused(`The policy "${name}" has @ask("${ask}"); only @ask("always") has a meaning.`);
    if (ask !== undefined && effect === 'forbid')
      return refused(`The policy "${name}" forbids, so nobody is asked; take its @ask away.`);
    const links = annotations?.['links'];
    const hosts = links === undefined ? [] : hostPatternsIn(links ?? '');
    if (hosts === null)
      return refused(
        `The policy "${name}" has @links("${links}"); write hosts with spaces between them, such as @links("docs.example.com *.example.org"), or @links("*").`,
      );
    if (links !== undefined && effect === 'forbid')
      return refused(`The policy "${name}" forbids, so no link is followed; take its @links away.`);
    const needed = approvalsIn(json.json, name);
    if (needed.kind === 'wrong') return refused(needed.says);
    const { approvals } = needed;
    const asks = ask === 'always' || approvals > 1;
    policies.set(name, { ...placed, name, json: json.json, asks, approvals, links: hosts });
  }
  return { kind: 'named', policies: [...policies.values()] };
}

function invalid(problems: readonly PolicyProblem[]): Extract<ReadPolicies, { kind: 'invalid' }> {
  return { kind: 'invalid', problems };
}

function problemOf(error: DetailedError, text: string): PolicyProblem {
  const help = error.help === null ? '' : ` (${error.help})`;
  const start = error.sourceLocations?.[0]?.start;
  const says = `${error.message}${help}`;
  return start === undefined
    ? { line: null, column: null, says }
    : { ...placeAt(text, unitsBefore(text, start)), says };
}

/** Cedar counts bytes of UTF-8. */
function unitsBefore(text: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, bytes)).length;
}
