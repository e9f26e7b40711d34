import type { Effect, Json, Leaf } from '@countersign/contract';
import { readMail } from './normal-forms/mail.ts';
import { readUrl } from './normal-forms/url.ts';
import type { ConnectionFacts } from './situation.ts';

/** Somebody or some host that gets to see what a call sends. */
export interface Destination {
  /** As it stands in reader sets: `mail:<address>`, `host:<name>`, or `dest:<value>` for what has no form of its own. */
  readonly id: string;
  /**
   * `bound` by the operator's connection; `own` address of the person; `named` by an argument. Only what is
   * named can be an outsider of somebody's choosing.
   */
  readonly kind: 'bound' | 'own' | 'named';
  /** The operator lets the workspace's data flow there. Never for what an argument names. */
  readonly cleared: boolean;
}

/** The destination that stands for not knowing where a send goes. In no reader set but `public`. */
export const NOWHERE_NAMED: Destination = { id: 'dest:', kind: 'named', cleared: false };

/** Where the values of a call go: to what its `dest` arguments name, and to where its connection is bound. */
export function destinationsOf(
  destLeaves: readonly Leaf[],
  effect: Effect,
  connection: ConnectionFacts | null,
  ownAddresses: readonly string[],
): readonly Destination[] {
  const base = connection?.base ?? null;
  const bound: Destination[] =
    base === null
      ? []
      : [{ id: hostId(base), kind: 'bound', cleared: connection?.cleared === true }];
  const named = destLeaves.flatMap((leaf) => namedBy(leaf.value, base, ownAddresses));
  const all = [...bound, ...named];
  if (all.length === 0 && effect === 'send') return [NOWHERE_NAMED];
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

/** Whether a text is one of the person's own addresses. */
export function isOwnAddress(text: string, ownAddresses: readonly string[]): boolean {
  const mail = readMail(text);
  return mail !== null && ownAddresses.some((own) => readMail(own) === mail);
}

/** Whether a URL lies within a connection's base: same scheme and host, which is where the broker will dial. */
export function isWithinBase(value: Json, base: string | null): boolean {
  if (typeof value !== 'string' || base === null) return false;
  const [address, bound] = [readUrl(value), readUrl(base)];
  return (
    address !== null &&
    bound !== null &&
    address.scheme === bound.scheme &&
    address.host === bound.host
  );
}

function namedBy(
  value: Json,
  base: string | null,
  ownAddresses: readonly string[],
): readonly Destination[] {
  if (value === null || value === '' || (typeof value === 'object' && value !== null)) return [];
  // Already among the destinations as the connection's own.
  if (isWithinBase(value, base)) return [];
  const text = String(value);
  const mail = readMail(text);
  if (mail !== null) {
    const kind = isOwnAddress(text, ownAddresses) ? 'own' : 'named';
    return [{ id: `mail:${mail}`, kind, cleared: false }];
  }
  const url = readUrl(text);
  return [
    {
      id: url === null ? `dest:${text}` : `host:${hostName(url.host)}`,
      kind: 'named',
      cleared: false,
    },
  ];
}

function hostId(base: string): string {
  const address = readUrl(base);
  return address === null ? `dest:${base}` : `host:${hostName(address.host)}`;
}

/** A reader is a host, whatever port it listens on. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}
