import {
  type Allowance,
  PERMISSION_DAYS,
  type PermissionUse,
  type PermissionView,
  type WeeklyCap,
} from '@countersign/contract';
import { z } from 'zod';
import { json, time } from './json.ts';
import { idText, limit } from './parameters.ts';

/** Days for which a permission is given. */
export const days = z.literal(PERMISSION_DAYS);

const allowance: z.ZodType<Allowance> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exact'), value: json }),
  z.strictObject({ kind: z.literal('at-most'), most: z.number() }),
]);

const weekly: z.ZodType<WeeklyCap> = z.strictObject({
  calls: z.int().nullable().default(null),
  sum: z.number().nullable().default(null),
});

/** What an administrator permits by a form. The connection is the one that the agent's version binds. */
export const permissionBody = z.strictObject({
  agent: idText,
  action: z.string().min(1).max(100),
  /** Argument pattern of the action, such as `/to/*`. */
  pointer: z.string().min(1).max(1000),
  allows: allowance,
  weekly: weekly.nullable().default(null),
  days: days.default(30),
});

/** A permission with what became of it. */
export const permissionView: z.ZodType<PermissionView> = z
  .object({
    id: z.string(),
    agent: z.string(),
    action: z.string(),
    connection: z.string().nullable(),
    pointer: z.string().nullable(),
    allows: allowance.nullable(),
    weekly: weekly.nullable(),
    question: z.string().nullable(),
    createdAt: time,
    createdBy: z.string(),
    expiresAt: time,
    revokedAt: time.nullable(),
    revokedBy: z.string().nullable(),
    uses: z.int(),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Permission' });

const use: z.ZodType<PermissionUse> = z.object({
  index: z.int(),
  run: z.string(),
  call: z.string(),
  action: z.string(),
  at: time,
});

/** Permissions, newest first. */
export const permissionList = z.object({ items: z.array(permissionView) });

/** How many of them are wanted. */
export const permissionsQuery = z.strictObject({ limit: limit(1000, 500) });

/** One permission with the last calls that it let pass, newest first. */
export const permissionDetail = z.object({ permission: permissionView, uses: z.array(use) });
