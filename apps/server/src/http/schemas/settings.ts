import {
  type ApiKeyInfo,
  type Connection,
  connectionSchema,
  type Me,
  ROLES,
  SCOPES,
  type SecretView,
  type WorkspaceRules,
} from '@countersign/contract';
import { z } from 'zod';
import { time } from './json.ts';
import { idText } from './parameters.ts';

/** A connection of a workspace; secrets stand in it by name only. */
export const connection: z.ZodType<Connection> = z
  .object({
    id: z.string(),
    workspace: z.string(),
    name: z.string(),
    config: connectionSchema,
  })
  .meta({ id: 'Connection' });

/** All connections. */
export const connectionList = z.object({ items: z.array(connection) });

/** A secret's value, on its way to the broker; it is never given back. */
const secretValue = z.string().min(1).max(16_384);

/**
 * A connection to store under the id of the path. `secret` is the value of the secret that its configuration names;
 * it is asked for again where the connection is to lead elsewhere than it was entered for.
 */
export const connectionBody = z.strictObject({
  name: z.string().min(1).max(80),
  config: connectionSchema,
  secret: secretValue.optional(),
});

/** Names and versions of secrets, and whether their connections can use them. */
export const secretList: z.ZodType<{ readonly items: readonly SecretView[] }> = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      version: z.int(),
      createdAt: time,
      createdBy: z.string(),
      connection: z.string().nullable(),
      state: z
        .enum(['unneeded', 'ready', 'missing', 'unreadable', 'unbound', 'elsewhere', 'unfit'])
        .nullable(),
      enteredFor: z.string().nullable(),
    }),
  ),
});

/** Another value of the secret that a stored connection names. */
export const secretBody = z.strictObject({ value: secretValue, connection: idText });

/** A stored secret. */
export const secretStored = z.object({ name: z.string(), version: z.int() });

/** `/{name}` of a secret. */
export const nameParams = z.strictObject({ name: idText });

/** What a workspace demands of its people. */
export const rules: z.ZodType<WorkspaceRules> = z.object({
  separateDuties: z.boolean(),
  policyTwoPersons: z.boolean(),
  sandbox: z.boolean(),
});

/** Rules to change; those left out stay as they are. */
export const rulesBody = z.strictObject({
  separateDuties: z.boolean(),
  policyTwoPersons: z.boolean().optional(),
  sandbox: z.boolean().optional(),
});

const role = z.enum(ROLES);

/** Everybody in a workspace. */
export const memberList = z.object({
  items: z.array(z.object({ person: z.string(), name: z.string(), email: z.string(), role })),
});

/** Whom to invite as what. */
export const inviteBody = z.strictObject({ email: z.email().max(254), role });

/** An invitation's link; it works once. */
export const invited = z.object({ link: z.string(), email: z.string(), role, expiresAt: time });

/** A new role of a member. */
export const memberBody = z.strictObject({ role });

/** `/{person}`. */
export const personParams = z.strictObject({ person: idText });

/** A new key. `agent` makes it one that an agent holds. */
export const keyBody = z.strictObject({
  name: z.string().min(1).max(80),
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  agent: idText.nullable().default(null),
  expiresInDays: z.int().min(1).max(365).nullable().default(90),
});

/** A key as people see it. */
const keyInfo: z.ZodType<ApiKeyInfo & { readonly lastUsedAt: number | null }> = z.object({
  id: z.string(),
  name: z.string(),
  person: z.string(),
  agent: z.string().nullable(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: time,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
});

/** All keys that the caller may see. */
export const keyList = z.object({ items: z.array(keyInfo) });

/** A key just made, with the secret that is never shown again. */
export const keyMade = z.object({ key: keyInfo, secret: z.string() });

/** Who is asking. */
export const me: z.ZodType<Me> = z.object({
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  via: z.enum(['session', 'key']),
  workspaces: z.array(z.object({ id: z.string(), name: z.string(), role })),
});
