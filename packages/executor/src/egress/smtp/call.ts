import type { SmtpResult } from '@countersign/contract';
import type { Refused } from '../outcome.ts';
import type { Envelope } from './envelope.ts';

/** The server a connection is bound to. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly tls: 'none' | 'starttls' | 'implicit';
  /** The only sender there is. */
  readonly from: string;
  readonly allowPrivate: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** What is masked in the server's words; see `needlesOf`. */
  readonly needles: readonly Uint8Array[];
}

export interface SmtpCall {
  readonly envelope: Envelope;
  /** The whole message, headers first. */
  readonly raw: Uint8Array;
  readonly timeoutMs: number;
}

export type SmtpOutcome =
  | SmtpResult
  | Refused
  /** The caller gave up before the message was handed over: it will not be delivered. */
  | { readonly kind: 'cancelled'; readonly sent: false };
