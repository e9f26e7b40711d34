/** How a connection's secret is put into a request. */
export interface CredentialPlan {
  /** Lower-case. */
  readonly header: string;
  /** Stands before the value; for `basic` the user and a colon stand before it, and both are base64. */
  readonly form:
    | { readonly kind: 'prefixed'; readonly prefix: string }
    | { readonly kind: 'basic'; readonly user: string };
}

/** Headers that say where a message goes or ends; a secret in one would break it. */
const NOT_FOR_SECRETS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/;

/** Whether a header, by its lower-case name, is one that a secret may stand in. */
export function mayCarrySecret(header: string): boolean {
  return NAME.test(header) && !NOT_FOR_SECRETS.has(header);
}
