import {
  type ActionCheck,
  type ActionDescriptor,
  type AgentRecord,
  actionDescriptorSchema,
  agentDefinitionSchema,
} from '@countersign/contract';
import { z } from 'zod';
import { json, time } from './json.ts';

/** A draft to save over the revision its editor read. */
export const saveBody = z.strictObject({
  draft: agentDefinitionSchema,
  revision: z.int().min(0),
});

/** A draft to save as a new agent. */
export const createBody = z.strictObject({ draft: agentDefinitionSchema });

/** The revision to publish: what the publisher has seen, and nothing newer. */
export const publishBody = z.strictObject({ revision: z.int().min(1) });

/** A saved draft. */
export const saved = z.object({ id: z.string(), revision: z.int() });

/** A published version. */
export const published = z.object({ id: z.string(), version: z.int() });

/** An agent with its draft. */
export const agentRecord: z.ZodType<AgentRecord> = z
  .object({
    id: z.string(),
    workspace: z.string(),
    draft: agentDefinitionSchema,
    revision: z.int(),
    publishedVersion: z.int(),
    updatedAt: time,
  })
  .meta({ id: 'Agent' });

/** All agents of a workspace. */
export const agentList = z.object({ items: z.array(agentRecord) });

/** The catalog. */
export const actionList: z.ZodType<{ readonly items: readonly ActionDescriptor[] }> = z.object({
  items: z.array(actionDescriptorSchema),
});

/** Descriptors to check: whatever somebody wrote. */
export const actionsBody = z.strictObject({
  actions: z.array(json).min(1).max(100).optional(),
});

/** What was found, in the order of the descriptors. */
export const actionChecks: z.ZodType<{ readonly items: readonly ActionCheck[] }> = z.object({
  items: z.array(
    z.object({
      action: z.string().nullable(),
      findings: z.array(
        z.object({
          at: z.string(),
          says: z.string(),
          kind: z.enum(['refused', 'undeclared']),
        }),
      ),
    }),
  ),
});
