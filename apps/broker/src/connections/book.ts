import {
  type ConnectionConfig,
  type ConnectionPlace,
  connectionSchema,
  type SecretState,
  secretOf,
} from '@countersign/contract';
import {
  type Binding,
  type Clock,
  type Credential,
  needlesOf,
  type Refused,
  refused,
  type SmtpServer,
} from '@countersign/executor/egress';
import type { Kek } from '../secrets/envelope.ts';
import { openSecret, secretStateOf } from '../secrets/open-secret.ts';
import type { BrokerStore } from '../store/port.ts';
import { credentialOf } from './credential.ts';
import { smtpPlaceOf } from './destination.ts';
import { httpPlaceOf } from './http-place.ts';

/** A connection with its secret opened, ready to be used. */
export type Opened =
  | {
      readonly kind: 'http';
      readonly binding: Binding;
      readonly credential: Credential | null;
    }
  | { readonly kind: 'smtp'; readonly server: SmtpServer }
  | Refused;

/** How long an opened connection is remembered, in milliseconds: a changed one counts from then on. */
export const REMEMBER_MS = 1000;

/** Connections by workspace and id. Nothing of a secret stays longer than it takes to use it. */
export class ConnectionBook {
  readonly #store: BrokerStore;
  readonly #kek: Kek;
  readonly #clock: Clock;
  readonly #open = new Map<string, Promise<Opened>>();

  constructor(store: BrokerStore, kek: Kek, clock: Clock) {
    this.#store = store;
    this.#kek = kek;
    this.#clock = clock;
  }

  /** Opens a connection. Many at once share one reading; a failed reading is forgotten at once. */
  open(workspace: string, id: string): Promise<Opened> {
    const key = JSON.stringify([workspace, id]);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const opened = this.#read(workspace, id);
    this.#open.set(key, opened);
    const forget = () => {
      if (this.#open.get(key) === opened) this.#open.delete(key);
    };
    this.#clock.after(REMEMBER_MS, forget);
    void opened.catch(forget);
    return opened;
  }

  /** Whether the secret of a connection, as it is or is to become, may be used. Nothing of it is remembered. */
  secretState(workspace: string, connection: ConnectionPlace): Promise<SecretState> {
    return secretStateOf(this.#store, this.#kek, workspace, connection);
  }

  async #read(workspace: string, id: string): Promise<Opened> {
    const stored = await this.#store.connection(workspace, id);
    if (stored === null) return refused('CONNECTION_MISSING');
    const config = connectionSchema.safeParse(stored);
    if (!config.success) return refused('CONNECTION_UNFIT');
    return config.data.kind === 'smtp'
      ? this.#smtp(workspace, id, config.data)
      : this.#http(workspace, id, config.data);
  }

  async #http(workspace: string, id: string, config: ConnectionConfig): Promise<Opened> {
    const place = httpPlaceOf(config);
    if (place.kind === 'refused') return place;
    const { binding, credential: plan } = place;
    if (plan === null) return { kind: 'http', binding, credential: null };
    const secret = await openSecret(this.#store, this.#kek, workspace, { id, config });
    if (secret.kind === 'refused') return secret;
    const made = credentialOf(plan, secret.value);
    return made.kind === 'refused' ? made : { kind: 'http', binding, credential: made.credential };
  }

  async #smtp(workspace: string, id: string, config: SmtpConfig): Promise<Opened> {
    const place = smtpPlaceOf(config);
    if (place.kind === 'refused') return place;
    const { user, kind, ...server } = place;
    if (secretOf(config) === null) return { kind, server: { ...server, login: null, needles: [] } };
    const secret = await openSecret(this.#store, this.#kek, workspace, { id, config });
    if (secret.kind === 'refused') return secret;
    const login = { user, password: secret.value };
    return { kind, server: { ...server, login, needles: needlesOf(secret.value) } };
  }
}

type SmtpConfig = Extract<ConnectionConfig, { kind: 'smtp' }>;
