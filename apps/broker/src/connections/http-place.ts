import type { ConnectionConfig } from '@countersign/contract';
import {
  type Binding,
  bindTo,
  type RefusalReason,
  type Refused,
  refused,
} from '@countersign/executor/egress';
import { type CredentialPlan, mayCarrySecret } from './credential-plan.ts';

/** Where a connection's credential goes, and in which header. */
export interface HttpPlace {
  readonly kind: 'http';
  readonly binding: Binding;
  /** Null where the other side wants none. */
  readonly credential: CredentialPlan | null;
}

/** A configuration that cannot be used, and the place in it that says so. */
export type Unfit = Refused & { readonly field: string };

/** The refusal of a configuration by its place. */
export function unfit(reason: RefusalReason, field: string): Unfit {
  return { ...refused(reason, field), field };
}

type Http = Extract<ConnectionConfig, { kind: 'http' }>;
type Model = Extract<ConnectionConfig, { kind: 'model' }>;

/** The place of a connection that speaks HTTP, or why it has none. */
export function httpPlaceOf(config: ConnectionConfig): HttpPlace | Unfit {
  switch (config.kind) {
    case 'http':
      return placeOfHttp(config);
    case 'model':
      return placeOfModel(config);
    case 'mailbox':
    case 'smtp':
      return unfit('CONNECTION_KIND', 'kind');
  }
}

function placeOfHttp({ baseUrl, paths, methods, allowPrivate, auth }: Http): HttpPlace | Unfit {
  const binding = bindTo(baseUrl, {
    paths,
    methods,
    allowPrivate,
    forbiddenHeaders: 'refuse',
    patient: false,
    repeatable: false,
  });
  const credential = planOf(auth);
  return credential !== null && !mayCarrySecret(credential.header)
    ? unfit('CONNECTION_UNFIT', 'auth.header')
    : placed(binding, credential);
}

function planOf(auth: Http['auth']): CredentialPlan | null {
  switch (auth.kind) {
    case 'none':
      return null;
    case 'header':
      return {
        header: auth.header.toLowerCase(),
        form: { kind: 'prefixed', prefix: auth.prefix },
      };
    case 'basic':
      return { header: 'authorization', form: { kind: 'basic', user: auth.user } };
  }
}

/** Where each provider is, and where it wants its key. `openai-compatible` is wherever the operator says. */
const PROVIDERS = {
  openai: ['https://api.openai.com/v1', 'authorization', 'Bearer '],
  'openai-compatible': [null, 'authorization', 'Bearer '],
  anthropic: ['https://api.anthropic.com/v1', 'x-api-key', ''],
  google: ['https://generativelanguage.googleapis.com/v1beta', 'x-goog-api-key', ''],
} as const;

function placeOfModel({ provider, baseUrl, allowPrivate, secret }: Model): HttpPlace | Unfit {
  if (provider === 'scripted' || provider === 'gullible')
    return unfit('CONNECTION_KIND', 'provider');
  const [home, header, prefix] = PROVIDERS[provider];
  const base = baseUrl ?? home;
  if (base === null) return unfit('CONNECTION_UNFIT', 'baseUrl');
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
  return placed(binding, secret === undefined ? null : { header, form });
}

function placed(binding: Binding | Refused, credential: CredentialPlan | null): HttpPlace | Unfit {
  return 'kind' in binding
    ? unfit('CONNECTION_UNFIT', 'baseUrl')
    : { kind: 'http', binding, credential };
}
