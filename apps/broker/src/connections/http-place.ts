import type { ConnectionConfig } from '@countersign/contract';
import { type Binding, bindTo, type Refused, refused } from '@countersign/executor/egress';

/** Where a connection's credential goes, and in which header. */
export interface HttpPlace {
  readonly kind: 'http';
  readonly binding: Binding;
  /** Null where the other side wants none. */
  readonly credential: CredentialPlan | null;
}

export interface CredentialPlan {
  /** Name of the secret in the workspace. */
  readonly secret: string;
  /** Lower-case. */
  readonly header: string;
  /** Stands before the value; for `basic` the user and a colon stand before it, and both are base64. */
  readonly form:
    | { readonly kind: 'prefixed'; readonly prefix: string }
    | { readonly kind: 'basic'; readonly user: string };
}

type Http = Extract<ConnectionConfig, { kind: 'http' }>;
type Model = Extract<ConnectionConfig, { kind: 'model' }>;

/** The place of a connection that speaks HTTP, or why it has none. */
export function httpPlaceOf(config: ConnectionConfig): HttpPlace | Refused {
  switch (config.kind) {
    case 'http':
      return placeOfHttp(config);
    case 'model':
      return placeOfModel(config);
    case 'mailbox':
    case 'smtp':
      return refused('CONNECTION_KIND');
  }
}

function placeOfHttp({ baseUrl, paths, methods, allowPrivate, auth }: Http): HttpPlace | Refused {
  const binding = bindTo(baseUrl, {
    paths,
    methods,
    allowPrivate,
    forbiddenHeaders: 'refuse',
    patient: false,
    repeatable: false,
  });
  return placed(binding, planOf(auth));
}

function planOf(auth: Http['auth']): CredentialPlan | null {
  switch (auth.kind) {
    case 'none':
      return null;
    case 'header':
      return {
        secret: auth.secret,
        header: auth.header.toLowerCase(),
        form: { kind: 'prefixed', prefix: auth.prefix },
      };
    case 'basic':
      return {
        secret: auth.secret,
        header: 'authorization',
        form: { kind: 'basic', user: auth.user },
      };
  }
}

/** Where each provider is, and where it wants its key. `openai-compatible` is wherever the operator says. */
const PROVIDERS = {
  openai: ['https://api.openai.com/v1', 'authorization', 'Bearer '],
  'openai-compatible': [null, 'authorization', 'Bearer '],
  anthropic: ['https://api.anthropic.com/v1', 'x-api-key', ''],
  google: ['https://generativelanguage.googleapis.com/v1beta', 'x-goog-api-key', ''],
} as const;

function placeOfModel({ provider, baseUrl, allowPrivate, secret }: Model): HttpPlace | Refused {
  if (provider === 'scripted' || provider === 'gullible') return refused('CONNECTION_KIND');
  const [home, header, prefix] = PROVIDERS[provider];
  const base = baseUrl ?? home;
  if (base === null) return refused('CONNECTION_UNFIT', 'it has no base URL');
  const binding = bindTo(base, {
    paths: ['/'],
    methods: ['GET', 'POST'],
    allowPrivate,
    // Provider libraries set authorization and the like by themselves.
    forbiddenHeaders: 'drop',
    patient: true,
    repeatable: true,
  });
  const form = { kind: 'prefixed', prefix } as const;
  return placed(binding, secret === undefined ? null : { secret, header, form });
}

function placed(
  binding: Binding | Refused,
  credential: CredentialPlan | null,
): HttpPlace | Refused {
  return 'kind' in binding
    ? refused('CONNECTION_UNFIT', 'its base URL')
    : { kind: 'http', binding, credential };
}
