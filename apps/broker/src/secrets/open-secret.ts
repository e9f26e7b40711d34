import { type ConnectionPlace, type SecretState, secretOf } from '@countersign/contract';
import { type Refused, refused } from '@countersign/executor/egress';
import { z } from 'zod';
import { firstDifference, sayDestination } from '../connections/destination.ts';
import type { BrokerStore } from '../store/port.ts';
import { aboutSecret, boundTo } from './bound.ts';
import { type Kek, open } from './envelope.ts';

const base64 = z.base64().max(200_000);

const sealedSchema = z.object({
  keyId: z.string().max(64),
  wrappedKey: base64,
  iv: base64,
  ciphertext: base64,
  tag: base64,
  /** Absent where it was sealed before secrets were bound to a destination. */
  bound: z
    .object({ connection: z.string(), destination: z.record(z.string(), z.json()) })
    .optional(),
});

/** A secret with its value, or what stands between it and its connection. */
type Looked = Exclude<SecretState, { kind: 'ready' }> | { readonly kind: 'ready'; value: Buffer };

/**
 * The value of a connection's secret, or why it may not be used. What the database says is believed of nothing: a
 * value opens only for the connection and destination it was entered for, whatever stands in the connection's row.
 */
export async function openSecret(
  store: Pick<BrokerStore, 'secret'>,
  kek: Kek,
  workspace: string,
  connection: ConnectionPlace,
): Promise<{ readonly kind: 'opened'; readonly value: string } | Refused> {
  const looked = await look(store, kek, workspace, connection);
  switch (looked.kind) {
    case 'ready': {
      const value = looked.value.toString('utf8');
      looked.value.fill(0);
      return { kind: 'opened', value };
    }
    case 'unneeded':
    case 'missing':
      return refused('SECRET_MISSING');
    case 'unreadable':
      return refused('SECRET_UNREADABLE');
    case 'unbound':
      return refused('SECRET_UNBOUND');
    case 'elsewhere':
      return refused('SECRET_ELSEWHERE', looked.field);
    case 'unfit':
      return refused('CONNECTION_UNFIT', looked.field);
  }
}

/** Whether a connection's secret may be used, without its value. */
export async function secretStateOf(
  store: Pick<BrokerStore, 'secret'>,
  kek: Kek,
  workspace: string,
  connection: ConnectionPlace,
): Promise<SecretState> {
  const looked = await look(store, kek, workspace, connection);
  if (looked.kind !== 'ready') return looked;
  looked.value.fill(0);
  return { kind: 'ready' };
}

async function look(
  store: Pick<BrokerStore, 'secret'>,
  kek: Kek,
  workspace: string,
  { id, config }: ConnectionPlace,
): Promise<Looked> {
  const name = secretOf(config);
  if (name === null) return { kind: 'unneeded' };
  const wanted = boundTo(id, config);
  if (wanted.kind === 'refused') return { kind: 'unfit', field: wanted.field };
  const row = await store.secret(workspace, name);
  if (row === null) return { kind: 'missing' };
  const { data: sealed } = sealedSchema.safeParse(row.sealed);
  if (sealed === undefined) return { kind: 'unreadable' };
  const { bound, ...envelope } = sealed;
  if (bound === undefined) return { kind: 'unbound' };
  const field =
    bound.connection === id
      ? firstDifference(bound.destination, wanted.to, config)
      : secretField(config);
  // What may be used is authenticated with what is wanted, and not with what the row says of itself.
  const claimed = field === null ? wanted.bound : bound;
  const about = aboutSecret({ workspace, name, version: row.version }, claimed);
  const value = open(kek, about, envelope);
  if (value === null) return { kind: 'unreadable' };
  if (field === null) return { kind: 'ready', value };
  value.fill(0);
  return { kind: 'elsewhere', field, enteredFor: sayDestination(bound.destination) };
}

function secretField(config: ConnectionPlace['config']): string {
  return config.kind === 'http' ? 'auth.secret' : 'secret';
}
