import type { Connection } from '../connection.ts';
import type { JsonObject } from '../json.ts';

/** The broker as the server sees it. It alone holds keys, opens secrets and dials out. */
export interface Broker {
  /**
   * One HTTP exchange through a connection, or without one for a public address.
   * Headers that carry credentials are put in by the broker, for the connection's bound host and path only.
   */
  fetch(request: EgressRequest, signal: AbortSignal): Promise<EgressResponse>;
  /** Hands a raw message to the connection's SMTP server. */
  smtp(request: SmtpRequest, signal: AbortSignal): Promise<SmtpResult>;
  /**
   * Seals the value of the secret that a connection names, for this connection and where it leads now; the plain
   * text is not kept anywhere.
   */
  seal(request: {
    readonly workspace: string;
    readonly connection: ConnectionPlace;
    readonly version: number;
    readonly value: string;
  }): Promise<SealedSecret>;
  /** Whether the secret that is stored for a connection may be used where this configuration leads. */
  secretState(request: {
    readonly workspace: string;
    readonly connection: ConnectionPlace;
  }): Promise<SecretState>;
}

/** What of a connection a secret is bound to. */
export type ConnectionPlace = Pick<Connection, 'id' | 'config'>;

/** What stands between a connection and its secret. `field` is a place in the connection's configuration. */
export type SecretState =
  /** It names none. */
  | { readonly kind: 'unneeded' }
  | { readonly kind: 'ready' }
  /** Nothing is stored under the name. */
  | { readonly kind: 'missing' }
  /** Moved, changed, or sealed with another key. */
  | { readonly kind: 'unreadable' }
  /** Sealed before secrets were bound to a destination. */
  | { readonly kind: 'unbound' }
  /**
   * Entered for another destination, of which `field` is the first difference. `enteredFor` says it as it was sealed:
   * whoever changed the connection did not change that.
   */
  | { readonly kind: 'elsewhere'; readonly field: string; readonly enteredFor: string }
  /** The configuration leads nowhere a secret could go. */
  | { readonly kind: 'unfit'; readonly field: string };

export interface EgressRequest {
  readonly workspace: string;
  readonly run: string | null;
  readonly call: string | null;
  /** Id of the connection whose binding and credential apply; null dials a public address without credentials. */
  readonly connection: string | null;
  readonly method: string;
  /** Absolute URL, or a path below the connection's base URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  /** With `false` an answer that leads elsewhere is given as it is, and nobody goes there. Left out, redirects are followed. */
  readonly followsRedirects?: boolean;
}

export interface EgressResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** URL after redirects. */
  readonly url: string;
  readonly body: ReadableStream<Uint8Array>;
}

export interface SmtpRequest {
  readonly workspace: string;
  readonly connection: string;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Uint8Array;
  readonly timeoutMs: number;
}

/** `lost`: the message was handed over and no answer came; it may or may not have been taken. */
export type SmtpResult =
  | { readonly kind: 'accepted'; readonly response: string }
  | { readonly kind: 'rejected'; readonly response: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * AES-256-GCM envelope, base64 parts. Additional data are workspace, name, version and `bound`, so that neither rows
 * can be swapped nor a secret be sent where it was not entered for.
 */
export interface SealedSecret {
  readonly keyId: string;
  readonly wrappedKey: string;
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag: string;
  /** What the secret was entered for, in plain: the connection, and the destination as the broker reads it. */
  readonly bound: { readonly connection: string; readonly destination: JsonObject };
}
