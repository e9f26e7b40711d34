import { z } from 'zod';
import { canonical } from './canonical.ts';
import type { Sha256 } from './digest.ts';
import type { Json, JsonObject } from './json.ts';

/** Kinds of ledger entries. Those of a {@link RunEvent} have its kind as theirs. */
export const ENTRY_KINDS = [
  'run.started',
  'run.cancelled',
  'run.failed',
  'run.ended',
  'call.intent',
  'call.refused',
  'call.held',
  'call.delegated',
  'call.outcome',
  'question.supported',
  'question.answered',
  'intent.committed',
  'intent.missing',
  'intent.widened',
  'workspace.created',
  'workspace.changed',
  'agent.published',
  'connection.changed',
  'secret.changed',
  'policy.changed',
  'policy.proposed',
  'budget.changed',
  'member.changed',
  'key.changed',
  'permission.changed',
  'memory.changed',
  'payload.erased',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The entries the engine folds. */
export const EVENT_KINDS = [
  'run.started',
  'run.cancelled',
  'run.failed',
  'call.refused',
  'call.held',
  'call.delegated',
  'call.outcome',
  'question.supported',
  'question.answered',
  'intent.committed',
  'intent.missing',
  'intent.widened',
] as const satisfies readonly EntryKind[];

/**
 * A leaf of the Merkle log: what is proved. It holds no content, only structure and a salted hash, so
 * that the payload beside it can be erased and the proof stays valid.
 */
export const leafSchema = z.strictObject({
  v: z.literal(1),
  workspace: z.string(),
  /** Milliseconds since 1970, by the writer's clock. */
  time: z.int().nonnegative(),
  kind: z.enum(ENTRY_KINDS),
  run: z.string().nullable(),
  call: z.string().nullable(),
  /** Structure only: ids, action names, hashes, codes. Nothing a person or an outsider wrote. */
  ref: z.record(z.string(), z.json()),
  /** SHA-256(salt || canonical payload) in hex, or null for an entry without one. */
  payload: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type LogLeaf = z.infer<typeof leafSchema>;

/** The bytes that are hashed into the log: canonical JSON (RFC 8785) of the leaf. */
export function leafText(leaf: LogLeaf): string {
  return canonical(leaf as unknown as Json);
}

/** An entry to append. The store adds workspace, salt and hash. */
export interface EntryInput {
  readonly kind: EntryKind;
  readonly run: string | null;
  readonly call: string | null;
  readonly ref: JsonObject;
  /** Kept beside the log, erasable; null for none. */
  readonly payload: Json | null;
}

/** A stored entry. `payload` is null where there was none or where it was erased. */
export interface Entry {
  /** Position in the workspace's log, from 0. */
  readonly index: number;
  readonly leaf: LogLeaf;
  readonly leafHash: Sha256;
  readonly salt: string | null;
  readonly payload: Json | null;
  readonly erased: boolean;
}

/** A run's entry as the doors give it: without salt and hashes, which proofs carry. */
export interface StreamedEntry {
  readonly index: number;
  readonly kind: EntryKind;
  readonly call: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly ref: JsonObject;
  readonly payload: Json | null;
  /** The payload was taken away later: null then says nothing of what was there. */
  readonly erased: boolean;
}
