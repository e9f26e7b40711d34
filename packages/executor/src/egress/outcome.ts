/** Why an exchange is not made. The sentence quotes nothing that an outsider wrote. */
export const REFUSALS = {
  URL_INVALID: 'The URL cannot be read.',
  URL_TOO_LONG: 'The URL is too long.',
  SCHEME: 'Only http and https are spoken.',
  USERINFO: 'A URL must not carry a user name or password.',
  HOST_NAME: 'The host name is not one of the public Internet.',
  ADDRESS: 'The host is at an address that is not public.',
  ADDRESS_CHANGED: 'The connection ended at another address than the one that was checked.',
  PORT: 'The port is not one that may be dialled.',
  METHOD: 'The method is not one that may be used.',
  BODY: 'This method takes no body.',
  BODY_TOO_LARGE: 'The request body is too large.',
  HEADER: 'A request header is set by the broker and cannot be chosen.',
  HEADER_INVALID: 'A request header is malformed, or there are too many.',
  CONNECTION_MISSING: 'The connection is not there any more.',
  CONNECTION_KIND: 'The connection is not of the kind that this call needs.',
  CONNECTION_UNFIT: 'The connection is set up in a way that cannot be used.',
  SECRET_MISSING: 'The connection names a secret that has not been set.',
  SECRET_UNREADABLE:
    'The secret does not open with this key and at this place: it was moved or changed. Enter it again in the connection.',
  SECRET_UNBOUND:
    'The secret was sealed before secrets were bound to a destination. Enter it again in the connection.',
  SECRET_ELSEWHERE:
    'The secret was entered for another destination than the connection has now. Enter it again in the connection.',
  SECRET_UNFIT: 'The secret holds characters that cannot be sent in a header.',
  BINDING_HOST: 'The URL is not at the host the connection is bound to.',
  BINDING_PATH: 'The path is not below one the connection is bound to.',
  BINDING_METHOD: 'The connection is not bound to this method.',
  PATH_AMBIGUOUS: 'The path holds encoded separators or dots that servers read differently.',
  REDIRECT_COUNT: 'The answer redirects too often.',
  REDIRECT_DOWNGRADE: 'The answer redirects from https to http.',
  REDIRECT_BODY: 'The answer would have the body sent to another host.',
  REDIRECT_METHOD: 'The answer would have a changing request repeated outside the binding.',
  REDIRECT_INVALID: 'The answer redirects to what is not a URL.',
  ADDRESS_SYNTAX: 'A mail address is malformed.',
  SENDER: 'The sender is not the one the connection is bound to.',
  PLAINTEXT_PASSWORD: 'A password is not sent without encryption to a public address.',
} as const;

/** The name of the rule that forbids an exchange. */
export type RefusalReason = keyof typeof REFUSALS;

/** Not made, by our own rules. `sent` is true where an earlier hop of the exchange had been made. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  readonly message: string;
  readonly sent: boolean;
}

/** An answer's body. Read it to its end, or `discard` it: either gives the connection back. */
export interface EgressBody extends AsyncIterable<Uint8Array> {
  /** Gives the rest up; the other side is cut off. */
  discard(): void;
}

/** What became of an exchange. */
export type EgressOutcome =
  | Refused
  /** Nothing was sent. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** Sent, wholly or in part, and no answer came. */
  | { readonly kind: 'lost'; readonly message: string }
  /** The caller gave up. `sent` tells whether the other side may have acted. */
  | { readonly kind: 'cancelled'; readonly sent: boolean }
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** URL after redirects, without fragment. */
      readonly url: string;
      /** Unpacked and masked; iterating throws a fault of this package where it breaks off. */
      readonly body: EgressBody;
    };

/** A refusal by a rule, with the detail that helps the caller and holds nothing of an outsider. */
export function refused(reason: RefusalReason, detail?: string): Refused {
  const message = detail === undefined ? REFUSALS[reason] : `${REFUSALS[reason]} (${detail})`;
  return { kind: 'refused', reason, message, sent: false };
}
