import type { Deadline } from '../deadline.ts';
import { connect } from '../dial/connect.ts';
import type { EgressLimits } from '../limits.ts';
import type { Refused } from '../outcome.ts';
import type { EgressPowers } from '../ports.ts';
import { originOf } from '../target.ts';
import { exchange, type HttpHead, type HttpRequest } from './exchange.ts';
import type { HttpConnection, KeptConnections } from './kept-connections.ts';
import type { Hop } from './redirect.ts';

/** What one hop of an exchange is sent with. */
export interface SendPowers {
  readonly powers: EgressPowers;
  readonly limits: EgressLimits;
  readonly kept: KeptConnections;
}

export type Sent =
  | {
      readonly kind: 'head';
      readonly head: HttpHead;
      /** Gives the connection back after a body that was read to its end. */
      readonly keep: () => void;
      /** Cuts it off. */
      readonly cut: () => void;
    }
  | Refused
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'lost'; readonly message: string };

/**
 * Makes one hop's exchange. A request that may be repeated uses a kept connection, and is made again on a new one
 * where that was dead; any other gets a connection of its own, so that a lost answer is never our doing.
 * `onSend` is called before the first byte may leave. Rejects with `Stopped` at the deadline.
 */
export async function send(
  hop: Hop,
  request: HttpRequest,
  { powers, limits, kept }: SendPowers,
  deadline: Deadline,
  onSend: () => void,
): Promise<Sent> {
  const place = `${originOf(hop.target)} ${hop.binding?.allowPrivate === true ? 'private' : 'public'}`;
  const repeatable =
    hop.binding?.repeatable === true || request.method === 'GET' || request.method === 'HEAD';
  for (;;) {
    const connection = (repeatable ? kept.take(place) : null) ?? (await open());
    if ('kind' in connection) return connection;
    onSend();
    const exchanged = await exchange(connection, request, deadline).catch((stopped: unknown) => {
      kept.drop(connection);
      throw stopped;
    });
    switch (exchanged.kind) {
      case 'head':
        return {
          ...exchanged,
          keep: () => kept.give(connection),
          cut: () => kept.drop(connection),
        };
      case 'lost':
        kept.drop(connection);
        return exchanged;
      case 'gone':
      case 'stale':
        kept.drop(connection);
        if (!connection.used)
          return { kind: 'unreachable', message: 'The connection ended at once.' };
    }
  }

  async function open(): Promise<HttpConnection | Exclude<Sent, { kind: 'head' | 'lost' }>> {
    const { protocol, host, port } = hop.target;
    const endpoint = {
      host,
      port,
      tls: protocol === 'https:',
      allowPrivate: hop.binding?.allowPrivate ?? false,
    };
    const connected = await connect(endpoint, powers, limits, deadline);
    return connected.kind === 'connected'
      ? kept.open(place, originOf(hop.target), connected.socket)
      : connected;
  }
}
