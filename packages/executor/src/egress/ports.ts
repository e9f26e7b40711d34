import type { Socket } from 'node:net';

/** All addresses of a host name, as text. Rejects where there are none. */
export interface Resolver {
  resolve(host: string): Promise<readonly string[]>;
}

/** Opens one TCP connection to one address; it never resolves a name. */
export interface Dialer {
  dial(
    endpoint: { readonly address: string; readonly port: number },
    signal: AbortSignal,
  ): Promise<Dialled>;
}

/** An open connection, and the address that it really ends at. */
export interface Dialled {
  readonly socket: Socket;
  readonly remoteAddress: string;
}

/** Time, in milliseconds. */
export interface Clock {
  now(): number;
  /** Calls back once after `ms`; gives the way to stop it. */
  after(ms: number, callback: () => void): () => void;
}

/** All that the egress client wants from outside. */
export interface EgressPowers {
  readonly resolver: Resolver;
  readonly dialer: Dialer;
  readonly clock: Clock;
  /** Certificate authorities in PEM, instead of the system's. */
  readonly ca?: readonly string[];
}
