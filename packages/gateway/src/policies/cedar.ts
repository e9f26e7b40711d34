import {
  type AuthorizationAnswer,
  type CedarValueJson,
  type EntityJson,
  preparsePolicySet,
  statefulIsAuthorized,
  type TypeAndId,
} from '@cedar-policy/cedar-wasm/nodejs';
import { Bug } from '@countersign/contract';

/** One question to Cedar. */
export interface CedarRequest {
  readonly principal: TypeAndId;
  readonly action: string;
  readonly resource: TypeAndId;
  readonly context: Readonly<Record<string, CedarValueJson>>;
  readonly entities: readonly EntityJson[];
}

/** Cedar's answer: `reason` names the policies that decided, by their place in the record they were parsed from. */
export interface CedarAnswer {
  readonly allows: boolean;
  readonly reason: readonly string[];
}

/**
 * Policy sets that Cedar keeps parsed. It never forgets one by itself, so sets share a fixed number of
 * places; one that lost its place is parsed again.
 */
const PLACES = 64;
const held: (object | undefined)[] = new Array(PLACES);
let nextPlace = 0;

/** A policy set, ready to be asked. The policies have been parsed and validated before. */
export function cedarSet(
  policies: Readonly<Record<string, string>>,
): (request: CedarRequest) => CedarAnswer {
  const me = {};
  let place = -1;
  return (request) => {
    if (place < 0 || held[place] !== me) {
      place = nextPlace;
      nextPlace = (nextPlace + 1) % PLACES;
      held[place] = me;
      const parsed = preparsePolicySet(`place-${place}`, { staticPolicies: { ...policies } });
      if (parsed.type === 'failure') throw new Bug('validated policies do not parse');
    }
    return answerOf(
      statefulIsAuthorized({
        principal: request.principal,
        action: { type: 'Action', id: request.action },
        resource: request.resource,
        context: { ...request.context },
        entities: [...request.entities],
        preparsedPolicySetId: `place-${place}`,
      }),
    );
  };
}

function answerOf(answer: AuthorizationAnswer): CedarAnswer {
  if (answer.type === 'failure') throw new Bug('Cedar could not read a request of ours');
  const { decision, diagnostics } = answer.response;
  // A forbid that fails to evaluate is skipped by Cedar; to count that as a yes would be to fail open.
  const allows = decision === 'allow' && diagnostics.errors.length === 0;
  return { allows, reason: diagnostics.reason };
}
