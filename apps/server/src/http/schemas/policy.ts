import {
  AGENT_MODES,
  POLICY_ANSWERS,
  POLICY_RULES,
  type PolicyCheck,
  type PolicyProposal,
  type PolicyVersion,
  type PolicyVersionInfo,
  PROPOSAL_STATES,
  policyTestSchema,
  policyTestsSchema,
  type Simulation,
} from '@countersign/contract';
import { z } from 'zod';
import { time } from './json.ts';
import { idText, limit } from './parameters.ts';

const cedar = z.string().max(200_000);
const number = z.int().min(0);

/** Policies and their tests. Without `tests` those in force stay. */
const text = {
  cedar,
  tests: policyTestsSchema.optional(),
  note: z.string().trim().max(500).default(''),
};

/** A policy text to store; `number` is the version its editor read, and another one in force is a conflict. */
export const policyBody = z.strictObject({ ...text, number: number.optional() });

/** A change to propose, of the version it was made on. */
export const proposalBody = z.strictObject({ ...text, number });

/** A text to be checked and left alone. */
export const checkBody = z.strictObject({ cedar, tests: policyTestsSchema.default([]) });

/** Which past runs to look at with which policies; `before` is the `next` of the page before. */
export const simulateBody = z.strictObject({
  cedar,
  mode: z.enum(AGENT_MODES).optional(),
  from: time.optional(),
  to: time.optional(),
  agent: idText.optional(),
  before: idText.optional(),
});

/** A version to put in force again. */
export const restoreBody = z.strictObject({ number: number.optional() });

const info = {
  number,
  version: z.string(),
  at: time.nullable(),
  by: z.string().nullable(),
  acceptedBy: z.string().nullable(),
  note: z.string(),
};
const tests = z.array(policyTestSchema);

/** Policies with their tests, as they are or were in force. `version` is what approvals are bound to. */
export const policyVersion: z.ZodType<PolicyVersion> = z
  .object({ ...info, cedar: z.string(), tests })
  .meta({ id: 'PolicyVersion' });

/** A page of versions. */
export const policyVersions: z.ZodType<{
  readonly items: readonly PolicyVersionInfo[];
  readonly next: string | null;
}> = z.object({ items: z.array(z.object(info)), next: z.string().nullable() });

/** Which page. */
export const versionsQuery = z.strictObject({
  before: z.coerce.number().pipe(z.int().min(1)).optional(),
  limit: limit(200, 50),
});

/** Which two versions to compare. */
export const compareQuery = z.strictObject({
  from: z.coerce.number().pipe(number),
  to: z.coerce.number().pipe(number),
});

const lines = z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }));

/** Two versions, line by line. */
export const policyComparison = z.object({ cedar: lines, tests: lines });

/** `/{number}` of a version. */
export const numberParams = z.strictObject({ number: z.coerce.number().pipe(number) });

/** Changes that wait for a second person, or did. */
export const policyProposal: z.ZodType<PolicyProposal> = z
  .object({
    ...{ id: z.string(), base: number, version: z.string(), cedar: z.string(), tests },
    ...{ note: z.string(), by: z.string(), at: time, expiresAt: time },
    state: z.enum(PROPOSAL_STATES),
    closedBy: z.string().nullable(),
    closedAt: time.nullable(),
  })
  .meta({ id: 'PolicyProposal' });

/** Newest first. */
export const policyProposals = z.object({ items: z.array(policyProposal) });

/** `/{id}/{how}` of a proposal. */
export const closeParams = z.strictObject({
  id: idText,
  how: z.enum(['accept', 'reject', 'withdraw']),
});

const place = { line: z.int().nullable(), column: z.int().nullable(), says: z.string() };
const answer = z.enum(POLICY_ANSWERS);

/** What was found in a text. */
export const policyCheck: z.ZodType<PolicyCheck> = z.object({
  problems: z.array(z.object(place)),
  findings: z.array(
    z.object({
      ...place,
      rule: z.enum(POLICY_RULES),
      policy: z.string().nullable(),
      remedy: z.string(),
    }),
  ),
  tests: z.array(
    z.object({
      ...{ name: z.string(), ok: z.boolean(), expected: answer, actual: answer },
      policies: z.array(z.string()),
      approvals: z.int().exactOptional(),
    }),
  ),
});

const brief = z.object({
  kind: z.enum(['allowed', 'held', 'refused']),
  says: z.string(),
  policies: z.array(z.string()),
  approvals: z.int().exactOptional(),
});
const simulated = z.object({
  ...{ run: z.string(), call: z.string(), agent: z.string(), action: z.string(), at: time },
  ...{ recorded: brief, would: brief.nullable(), unsaid: z.string().nullable() },
});
const counts = z.object({ allowed: z.int(), held: z.int(), refused: z.int() });

/** A page of a simulation. */
export const simulation: z.ZodType<Simulation> = z.object({
  ...{ runs: z.int(), calls: z.int(), recorded: counts, would: counts },
  ...{ differences: z.array(simulated), changed: z.int() },
  ...{ unsaid: z.array(simulated), uncertain: z.int(), leftOut: z.int() },
  next: z.string().nullable(),
});
