import { type Binding, bindTo } from '../binding.ts';
import { type EgressClient, egressClient } from '../http/client.ts';
import type { Credential, EgressCall } from '../http/plan.ts';
import { EGRESS_LIMITS, type EgressLimits } from '../limits.ts';
import type { EgressOutcome } from '../outcome.ts';
import { type FixtureServers, startFixtureServers } from './fixture-servers.ts';
import { ManualClock } from './manual-clock.ts';
import { NetDouble } from './net-double.ts';
import { ELSEWHERE, PUBLIC_ADDRESS } from './play.ts';

/** A client in a small Internet of its own, for tests. */
export interface World {
  readonly servers: FixtureServers;
  readonly net: NetDouble;
  readonly clock: ManualClock;
  readonly client: EgressClient;
  /** Makes an exchange; what is not named is a plain GET of `http://allowed.example/`. */
  fetch(call?: Partial<EgressCall>, signal?: AbortSignal): Promise<EgressOutcome>;
  /** The same, with the answer read to its end. */
  read(call?: Partial<EgressCall>): Promise<string>;
  close(): Promise<void>;
}

/** Opens a world in which `allowed.example` and `elsewhere.example.com` are public hosts. */
export async function openWorld(limits: Partial<EgressLimits> = {}): Promise<World> {
  const servers = await startFixtureServers();
  const net = new NetDouble(
    new Map([
      [80, servers.http],
      [443, servers.https],
      [8080, servers.http],
    ]),
  );
  net.answer('allowed.example', [PUBLIC_ADDRESS]);
  net.answer(ELSEWHERE, ['151.101.1.69']);
  const clock = new ManualClock();
  const { resolver, dialer } = net;
  const client = egressClient(
    { resolver, dialer, clock, ca: [servers.ca] },
    { ...EGRESS_LIMITS, ...limits },
  );
  const fetch: World['fetch'] = (call = {}, signal = new AbortController().signal) =>
    client.fetch({ ...PLAIN, ...call }, signal);
  return {
    servers,
    net,
    clock,
    client,
    fetch,
    read: async (call) => textOf(await fetch(call)),
    close: async () => {
      client.close();
      await servers.close();
    },
  };
}

const PLAIN: EgressCall = {
  method: 'GET',
  url: 'http://allowed.example/',
  headers: {},
  body: null,
  maxResponseBytes: 1_000_000,
  timeoutMs: 30_000,
  binding: null,
  credential: null,
};

/** The whole body of an answer. Throws where the outcome is none. */
export async function textOf(outcome: EgressOutcome): Promise<string> {
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome));
  const chunks: Uint8Array[] = [];
  for await (const chunk of outcome.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A binding to a base URL, as an operator's `http` connection makes one. */
export function boundTo(baseUrl: string, rest: Partial<Binding> = {}): Binding {
  const binding = bindTo(baseUrl, {
    paths: ['/'],
    methods: ['GET', 'POST'],
    allowPrivate: false,
    forbiddenHeaders: 'refuse',
    patient: false,
    repeatable: false,
    ...rest,
  });
  if ('kind' in binding) throw new Error(binding.message);
  return binding;
}

/** A bearer token that comes back masked. */
export function bearer(secret: string): Credential {
  return {
    headers: { authorization: `Bearer ${secret}` },
    needles: [Buffer.from(secret)],
  };
}
