import {
  type ConnectionConfig,
  canonical,
  type Json,
  type JsonObject,
} from '@countersign/contract';
import { originOf, type SmtpServer, smtpHost } from '@countersign/executor/egress';
import type { CredentialPlan } from './credential-plan.ts';
import { httpPlaceOf, type Unfit, unfit } from './http-place.ts';

/**
 * Everything that decides where a connection's secret goes and what may be done there with it, in one form: two
 * configurations that lead to the same place have equal destinations.
 */
export type Destination =
  | {
      readonly kind: 'http' | 'model';
      /** Origin and path of the base URL. */
      readonly base: string;
      /** Path prefixes, absolute at the host, in order. */
      readonly paths: readonly string[];
      readonly methods: readonly string[];
      readonly allowPrivate: boolean;
      readonly header: CredentialPlan['header'];
      readonly form: CredentialPlan['form'];
    }
  | SmtpPlace;

/** The mail server of a connection, with the user who signs in and the only sender. */
export interface SmtpPlace extends Omit<SmtpServer, 'login' | 'needles'> {
  readonly kind: 'smtp';
  readonly user: string;
}

/** Where a connection's secret would go, or why it can go nowhere. */
export function destinationOf(config: ConnectionConfig): Destination | Unfit {
  switch (config.kind) {
    case 'mailbox':
      return unfit('CONNECTION_KIND', 'kind');
    case 'smtp':
      return smtpPlaceOf(config);
    case 'http':
    case 'model':
      return httpDestination(config);
  }
}

/** The first place in the configuration that leads elsewhere than the secret was sealed for, or null. */
export function firstDifference(
  sealed: JsonObject,
  destination: Destination,
  config: ConnectionConfig,
): string | null {
  // A destination is JSON by its type, which lacks nothing but an index signature.
  const now = destination as unknown as JsonObject;
  const names = new Set([...Object.keys(now), ...Object.keys(sealed)]);
  const different = [...names].find((name) => textOf(sealed[name]) !== textOf(now[name]));
  return different === undefined ? null : fieldOf(different, config);
}

/** A destination that was sealed, for people. */
export function sayDestination({ base, host, port }: JsonObject): string {
  return typeof base === 'string' ? base : `${host}:${port}`;
}

type Config<Kind> = Extract<ConnectionConfig, { kind: Kind }>;

/** The mail server of a connection, its host in the form that is dialled. */
export function smtpPlaceOf(config: Config<'smtp'>): SmtpPlace | Unfit {
  const { kind, port, tls, from, allowPrivate } = config;
  const host = smtpHost(config.host);
  if (host === '') return unfit('CONNECTION_UNFIT', 'host');
  return { kind, host, port, tls, user: config.user ?? from, from, allowPrivate };
}

function httpDestination(config: Config<'http' | 'model'>): Destination | Unfit {
  const place = httpPlaceOf(config);
  if (place.kind === 'refused') return place;
  const { binding, credential } = place;
  if (credential === null) return unfit('CONNECTION_UNFIT', 'secret');
  return {
    kind: config.kind,
    base: originOf(binding) + binding.basePath,
    paths: inOrder(binding.paths),
    methods: inOrder(binding.methods),
    allowPrivate: binding.allowPrivate,
    header: credential.header,
    form: credential.form,
  };
}

function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function textOf(value: Json | undefined): string | null {
  return value === undefined ? null : canonical(value);
}

/** What a person would change to make it fit again. */
function fieldOf(name: string, config: ConnectionConfig): string {
  const isHome = config.kind === 'model' && config.baseUrl === undefined;
  switch (name) {
    case 'base':
      return isHome ? 'provider' : 'baseUrl';
    case 'header':
      return config.kind === 'model' ? 'provider' : 'auth.header';
    case 'form':
      return config.kind === 'model' ? 'provider' : 'auth';
    default:
      return name;
  }
}
