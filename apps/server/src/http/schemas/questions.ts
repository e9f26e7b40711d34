import {
  ANSWERS_AT_ONCE,
  type Answer,
  type AnswerGiven,
  EFFECTS,
  MOST_WIDENED,
  type QuestionView,
  SINKS,
} from '@countersign/contract';
import { z } from 'zod';
import { json, jsonObject, time } from './json.ts';
import { idText, limit } from './parameters.ts';
import { days } from './standing.ts';

const STATUSES = [
  'open',
  'approved',
  'edited',
  'denied',
  'happened',
  'repeated',
  'expired',
  'withdrawn',
] as const;

const callHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A value in doubt, by its place in `missing`, that the agent need not ask about again for some days. */
const remember = z.strictObject({ missing: z.int().min(0), days: days.default(30) });

/** What a person may say. `expired` is missing: only time says that. */
export const answerBody: z.ZodType<Exclude<Answer, { kind: 'expired' }>> = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('approve'),
      callHash,
      remember: z.array(remember).max(50).optional(),
      more: z.int().min(1).max(MOST_WIDENED).optional(),
    }),
    z.strictObject({ kind: z.literal('edit'), callHash, args: jsonObject }),
    z.strictObject({ kind: z.literal('deny'), reason: z.string().max(2000).default('') }),
    z.strictObject({ kind: z.literal('happened') }),
    z.strictObject({ kind: z.literal('repeat'), callHash }),
  ],
);

/** Answers to several questions of the workspace, each to one. */
export const answersBody = z.strictObject({
  answers: z
    .array(z.strictObject({ id: idText, answer: answerBody }))
    .min(1)
    .max(ANSWERS_AT_ONCE)
    .refine((answers) => new Set(answers.map(({ id }) => id)).size === answers.length, {
      message: 'A question is answered twice; name each once.',
    }),
});

const shownAnswer: z.ZodType<Answer> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approve'),
    callHash: z.string(),
    remember: z.array(z.object({ missing: z.int(), days })).optional(),
    more: z.int().optional(),
  }),
  z.object({ kind: z.literal('edit'), callHash: z.string(), args: jsonObject }),
  z.object({ kind: z.literal('deny'), reason: z.string() }),
  z.object({ kind: z.literal('happened') }),
  z.object({ kind: z.literal('repeat'), callHash: z.string() }),
  z.object({ kind: z.literal('expired') }),
]);

/** A question with what became of it, as the caller sees it. */
export const questionView: z.ZodType<QuestionView> = z
  .object({
    id: z.string(),
    workspace: z.string(),
    run: z.string(),
    call: z.string(),
    callHash: z.string(),
    kind: z.enum(['call', 'unknown']),
    action: z.string(),
    effect: z.enum(EFFECTS),
    sentence: z.string(),
    args: jsonObject,
    missing: z.array(
      z.object({
        pointer: z.string(),
        value: json,
        sink: z.enum(SINKS).nullable(),
        because: z.enum(['unendorsed', 'readers', 'policy', 'irreversible']),
        origin: z.array(z.string()),
      }),
    ),
    askedAt: time,
    expiresAt: time,
    requestedBy: z.string(),
    delegated: z.object({ root: z.string(), agent: z.string() }).exactOptional(),
    approvals: z.int().exactOptional(),
    status: z.enum(STATUSES),
    answeredBy: z.string().nullable(),
    answeredAt: time.nullable(),
    answer: shownAnswer.nullable(),
    supports: z.array(z.object({ by: z.string(), at: time, counts: z.boolean() })).exactOptional(),
    barred: z.enum(['own', 'policy']).nullable(),
  })
  .meta({ id: 'Question' });

/** What became of each answer, in the order in which they were given. */
export const answersGiven: z.ZodType<{ items: readonly AnswerGiven[] }> = z.object({
  items: z.array(
    z.union([
      z.object({ id: z.string(), question: questionView, error: z.null() }),
      z.object({
        id: z.string(),
        question: z.null(),
        error: z.object({ code: z.string(), message: z.string() }),
      }),
    ]),
  ),
});

/** A page of questions; `next` goes into the next request’s `after`. */
export const questionPage = z.object({
  items: z.array(questionView),
  next: z.string().nullable(),
});

/** How a list of questions is narrowed. */
export const questionsQuery = z.strictObject({
  /** Any of several, with commas between them. */
  status: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(STATUSES)).min(1).max(STATUSES.length))
    .optional(),
  run: idText.optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
  after: idText.optional(),
  limit: limit(200, 100),
});
