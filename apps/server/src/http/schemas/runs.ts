import {
  ENTRY_KINDS,
  leafSchema,
  type RunProof,
  type RunResult,
  type RunSummary,
  type StreamedEntry,
} from '@countersign/contract';
import { z } from 'zod';
import { json, jsonObject, label, time } from './json.ts';
import { idText, limit } from './parameters.ts';

const STATUSES = ['runnable', 'running', 'parked', 'ended'] as const;

/** What a run is started with. */
export const startBody = z.strictObject({
  agent: idText,
  version: z.int().min(1).optional(),
  message: z.strictObject({
    text: z.string().max(100_000),
    pasted: z.array(z.string().min(1).max(400_000)).max(16).optional(),
    files: z.array(idText).max(16).optional(),
  }),
  /** A conversation to go on with, or `new` for one that this message opens. */
  conversation: idText.optional(),
  dedupe: z.string().min(1).max(200).optional(),
});

/** The answer to a start. `duplicate`: this key had started the run before. */
export const started = z.object({
  run: z.string(),
  duplicate: z.boolean(),
  conversation: z.string().nullable(),
});

/** How a list of runs is narrowed. */
export const runsQuery = z.strictObject({
  status: z.enum(STATUSES).optional(),
  agent: idText.optional(),
  conversation: idText.optional(),
  /** Only those that this run delegated to. */
  parent: idText.optional(),
  before: idText.optional(),
  limit: limit(200, 50),
});

const result: z.ZodType<RunResult> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), text: z.string(), label }),
  z.object({ kind: z.literal('failed'), code: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('cancelled'), by: z.string(), reason: z.string() }),
]);

/** A run in a list. */
export const runSummary: z.ZodType<RunSummary> = z
  .object({
    id: z.string(),
    workspace: z.string(),
    agent: z.string(),
    agentVersion: z.int(),
    agentName: z.string(),
    person: z.string(),
    conversation: z.string().nullable(),
    trigger: z.enum(['chat', 'api', 'cli', 'schedule', 'webhook', 'run']),
    parent: z.object({ run: z.string(), call: z.string(), root: z.string() }).exactOptional(),
    status: z.enum(STATUSES),
    result: result.nullable(),
    title: z.string(),
    openQuestions: z.int(),
    startedAt: time,
    endedAt: time.nullable(),
  })
  .meta({ id: 'Run' });

/** A page of runs, newest first. */
export const runPage = z.object({ items: z.array(runSummary), next: z.string().nullable() });

/** An entry as the doors give it. */
export const streamedEntry: z.ZodType<StreamedEntry> = z
  .object({
    index: z.int(),
    kind: z.enum(ENTRY_KINDS),
    call: z.string().nullable(),
    time,
    ref: jsonObject,
    payload: json.nullable(),
    erased: z.boolean(),
  })
  .meta({ id: 'Entry' });

/** Why a run is stopped. */
export const cancelBody = z.strictObject({ reason: z.string().max(500).default('') });

/** What a cancel found. */
export const cancelled = z.object({ outcome: z.enum(['cancelled', 'ended']) });

/** A run's proof. */
export const runProof: z.ZodType<RunProof> = z.object({
  format: z.literal('countersign-proof-v1'),
  run: z.string(),
  checkpoint: z.string(),
  verifierKey: z.string(),
  entries: z.array(
    z.object({
      index: z.int(),
      leaf: leafSchema,
      leafHash: z.string(),
      salt: z.string().nullable(),
      payload: json.nullable(),
      erased: z.boolean(),
      inclusion: z.array(z.string()),
    }),
  ),
});
