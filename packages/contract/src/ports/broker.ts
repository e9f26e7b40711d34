/** The broker as the server sees it. It alone holds keys, opens secrets and dials out. */
export interface Broker {
  /**
   * One HTTP exchange through a connection, or without one for a public address.
   * Headers that carry credentials are put in by the broker, for the connection's bound host and path only.
   */
  fetch(request: EgressRequest, signal: AbortSignal): Promise<EgressResponse>;
  /** Hands a raw message to the connection's SMTP server. */
  smtp(request: SmtpRequest, signal: AbortSignal): Promise<SmtpResult>;
  /** Seals a secret value; the plain text is not kept anywhere. */
  seal(request: {
    readonly workspace: string;
    readonly name: string;
    readonly version: number;
    readonly value: string;
  }): Promise<SealedSecret>;
}

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

/** AES-256-GCM envelope, base64 parts; additional data is `workspace/name/version`, so rows cannot be swapped. */
export interface SealedSecret {
  readonly keyId: string;
  readonly wrappedKey: string;
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag: string;
}
