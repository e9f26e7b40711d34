import { connectionSchema } from '@countersign/contract';
import { z } from 'zod';
import { brokerFault } from '../errors.ts';

const id = z.string().min(1).max(200);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const milliseconds = z.int().positive();

/** The head of an exchange's frame; the body's bytes follow it. */
export const egressRequest = z.object({
  workspace: id,
  run: id.nullable(),
  call: id.nullable(),
  connection: id.nullable(),
  method: z.string().max(20),
  url: z.string().max(100_000),
  headers: z.record(z.string(), z.string()),
  maxResponseBytes: z.int().nonnegative(),
  timeoutMs: milliseconds,
  followsRedirects: z.boolean().optional(),
});

/** The head of a mail's frame; the message's bytes follow it. */
export const smtpRequest = z.object({
  workspace: id,
  connection: id,
  envelope: z.object({ from: z.string(), to: z.array(z.string()).max(1000) }),
  timeoutMs: milliseconds,
});

const connection = z.object({ id, config: connectionSchema });

/** A secret to be sealed for the connection that names it. */
export const sealRequest = z.object({
  workspace: id,
  connection,
  version: z.int().positive(),
  value: z.string().max(64 * 1024),
});

/** A question about the secret of a connection as it is, or as it is to become. */
export const secretStateRequest = z.object({ workspace: id, connection });

/** A tree head to be signed. */
export const signRequest = z.object({
  workspace: id,
  head: z.object({ size: z.int().nonnegative(), root: hash }),
  proof: z.object({ from: z.int().nonnegative(), hashes: z.array(hash).max(256) }),
});

/** A question about one workspace's log. */
export const workspaceRequest = z.object({ workspace: id });

/** Reads a JSON text of a known form. Throws fault `BROKER_REQUEST_INVALID` with the place and never the value. */
export function readJson<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => `/${path.join('/')}`);
  throw brokerFault('BROKER_REQUEST_INVALID', { details: { fields: fields.slice(0, 10) } });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
