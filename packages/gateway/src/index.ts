export { type Actions, type RegisteredAction, registerActions } from './actions.ts';
export { mayAnswer } from './authority.ts';
export {
  accountsOf,
  release,
  reserveCall,
  reserveModel,
  reserveQuestion,
  settle,
  tokensAtMost,
} from './budget.ts';
export { basisOf } from './earlier.ts';
export type { EarlierResult } from './earlier-result.ts';
export { effectText } from './effect-text.ts';
export { type Vouched, vouchedBy } from './endorse-answer.ts';
export { GATEWAY_ERRORS } from './errors.ts';
export { explain } from './explain.ts';
export { decideGenerate, generateCall, type ModelSituation } from './generate.ts';
export { createGrantRegistry, type GrantRegistry } from './grant.ts';
export { fitOf, type IntentFit } from './intent-fit.ts';
export { widenedBy } from './intent-widening.ts';
export { decide } from './judge.ts';
export { type Labelling, labelReply, labelResult } from './label-result.ts';
export { type Finding, lintAction } from './lint.ts';
export { checkAction } from './lint-undeclared.ts';
export { modeIn } from './modes.ts';
export { checkPolicies } from './policies/check.ts';
export { DEFAULT_POLICIES } from './policies/default.ts';
export { lintPolicies } from './policies/lint/lint.ts';
export {
  type ParsedPolicies,
  type Policies,
  type PolicyAnswer,
  parsePolicies,
  policiesOf,
} from './policies/policies.ts';
export { POLICY_SCHEMA } from './policies/schema.ts';
export { costOf, type Price, priceOf, type Quote } from './prices.ts';
export { type AskingSituation, questionOf, unknownQuestionOf } from './question.ts';
export { isBeacon } from './quoted-link.ts';
export { readRecords } from './records.ts';
export { type Remembered, rememberedBy } from './remember-answer.ts';
export { quoteText, renderText } from './render.ts';
export {
  type ConnectionFacts,
  connectionFacts,
  type Material,
  type Situation,
} from './situation.ts';
export { isRememberable } from './standing.ts';
