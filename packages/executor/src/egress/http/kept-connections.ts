import type { Socket } from 'node:net';
import { Client } from 'undici';
import { ignore } from '../ignore.ts';
import type { EgressLimits } from '../limits.ts';
import type { Clock } from '../ports.ts';

/** One HTTP/1.1 connection. It is used by one exchange at a time, and never dials again. */
export interface HttpConnection {
  /** What it was opened for: it is used again for nothing else. */
  readonly place: string;
  readonly client: Client;
  /** Milliseconds since 1970. */
  readonly bornAt: number;
  /** Whether an earlier exchange used it: then it may have died unnoticed. */
  readonly used: boolean;
}

/** Thrown where a connection had ended before anything was sent on it. */
export class ConnectionGone extends Error {
  override readonly name = 'ConnectionGone';
}

/** Connections that wait for their next exchange. */
export class KeptConnections {
  readonly #clock: Clock;
  readonly #limits: EgressLimits;
  readonly #idle = new Map<string, HttpConnection[]>();

  constructor(clock: Clock, limits: EgressLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** A live, unused connection for a place, or null. The newest first: it is the likeliest to live. */
  take(place: string): HttpConnection | null {
    for (;;) {
      const newest = this.#idle.get(place)?.at(-1);
      if (newest === undefined) return null;
      const young = this.#clock.now() - newest.bornAt < this.#limits.connectionAgeMs;
      if (young && newest.client.stats.connected) {
        this.#forget(newest);
        return { ...newest, used: true };
      }
      this.drop(newest);
    }
  }

  /** Speaks HTTP over an open socket. */
  open(place: string, origin: string, socket: Socket): HttpConnection {
    let unused = true;
    const client = new Client(origin, {
      connect: (_options, callback) => {
        const fresh = unused;
        unused = false;
        // undici does not go on by itself where it is called back at once.
        queueMicrotask(() => {
          if (fresh && !socket.destroyed) callback(null, socket);
          else callback(new ConnectionGone(), null);
        });
      },
      pipelining: 1,
      maxHeaderSize: this.#limits.maxResponseHeaderBytes,
      // The deadline of the exchange watches both.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: this.#limits.keepAliveMs,
      keepAliveMaxTimeout: this.#limits.keepAliveMs,
    });
    const connection = { place, client, bornAt: this.#clock.now(), used: false };
    // undici closes it after its idle time, or the other side does; then it must not stay here.
    client.once('disconnect', () => this.drop(connection));
    return connection;
  }

  /** Keeps a connection whose exchange has ended well. */
  give(connection: HttpConnection): void {
    const kept = this.#idle.get(connection.place) ?? [];
    if (connection.client.stats.connected && kept.length < MAX_KEPT_A_PLACE) {
      this.#idle.set(connection.place, [...kept, connection]);
    } else {
      this.drop(connection);
    }
  }

  /** Cuts a connection off. */
  drop(connection: HttpConnection): void {
    this.#forget(connection);
    void connection.client.destroy().catch(ignore);
  }

  /** Closes all that wait. */
  closeAll(): void {
    for (const kept of [...this.#idle.values()].flat()) this.drop(kept);
  }

  #forget({ place, client }: HttpConnection): void {
    const left = this.#idle.get(place)?.filter((kept) => kept.client !== client) ?? [];
    if (left.length === 0) this.#idle.delete(place);
    else this.#idle.set(place, left);
  }
}

const MAX_KEPT_A_PLACE = 64;
