import { type Refused, refused } from '@countersign/executor/egress';
import { z } from 'zod';
import type { BrokerStore } from '../store/port.ts';
import { type Kek, open } from './envelope.ts';

const base64 = z.base64().max(200_000);

const sealedSchema = z.object({
  keyId: z.string().max(64),
  wrappedKey: base64,
  iv: base64,
  ciphertext: base64,
  tag: base64,
});

/** The newest value of a secret, or why there is none. What the database says is not believed. */
export async function openSecret(
  store: Pick<BrokerStore, 'secret'>,
  kek: Kek,
  workspace: string,
  name: string,
): Promise<{ readonly kind: 'opened'; readonly value: string } | Refused> {
  const row = await store.secret(workspace, name);
  if (row === null) return refused('SECRET_MISSING');
  const sealed = sealedSchema.safeParse(row.sealed);
  if (!sealed.success) return refused('SECRET_UNREADABLE');
  const bytes = open(kek, { workspace, name, version: row.version }, sealed.data);
  if (bytes === null) return refused('SECRET_UNREADABLE');
  const value = bytes.toString('utf8');
  bytes.fill(0);
  return { kind: 'opened', value };
}
