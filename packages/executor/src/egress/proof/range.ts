import { setImmediate as turn } from 'node:timers/promises';
import { egressClient } from '../http/client.ts';
import type { Credential, EgressCall } from '../http/plan.ts';
import type { EgressOutcome } from '../outcome.ts';
import { dnsPlay } from './dns-plays.ts';
import { type FixtureServers, startFixtureServers } from './fixture-servers.ts';
import { harmsOf, type Witnessed } from './harms.ts';
import { httpPlay } from './http-plays.ts';
import { ManualClock } from './manual-clock.ts';
import { NetDouble } from './net-double.ts';
import { CANARY_CREDENTIAL, ELSEWHERE, MAX_BODY, type Play, PUBLIC_ADDRESS } from './play.ts';
import { redirectPlay } from './redirect-plays.ts';
import type { SsrfVector, SsrfVerdict } from './vector.ts';
import { boundTo } from './world.ts';

/** A shooting range for the egress client: fixture servers that stand for the Internet. One case at a time. */
export interface SsrfRange {
  /** Plays one case twice: without a connection, and through one with a credential bound to the case's host. */
  run(vector: SsrfVector): Promise<SsrfVerdict>;
  close(): Promise<void>;
}

/** Opens the range; it listens on loopback only. */
export async function openSsrfRange(): Promise<SsrfRange> {
  const servers = await startFixtureServers();
  return { run: (vector) => runSsrfVector(vector, servers), close: () => servers.close() };
}

async function runSsrfVector(vector: SsrfVector, servers: FixtureServers): Promise<SsrfVerdict> {
  const play = playOf(vector);
  const open = await shoot(vector, play, servers, false);
  const bound = await shoot(vector, play, servers, true);
  const shots = [open, bound];
  const harms = shots.flatMap((shot) => harmsOf(shot));
  const outcomes = shots.map((shot) => nameOf(shot.outcome));
  const asExpected =
    vector.expect === 'allow'
      ? shots.every(isLetThrough)
      : !decidedByUrl(vector) || outcomes.every((outcome) => outcome.startsWith('refused'));
  const passed = asExpected && harms.length === 0;
  return { id: vector.id, passed, outcomes, harms, recognised: play.recognised };
}

/** Answered; or dialled, where the range has no certificate for the host. */
function isLetThrough({ outcome, dials, home }: Witnessed): boolean {
  if (outcome.kind === 'response') return outcome.status === 200;
  return outcome.kind === 'unreachable' && home !== 'allowed.example' && dials.length > 0;
}

/** Cases whose URL alone must be refused; the others are judged by what happens. */
function decidedByUrl({ category }: SsrfVector): boolean {
  return !['redirect', 'dns', 'http', 'allow'].includes(category);
}

function playOf(vector: SsrfVector): Play {
  const words = wordsOf(vector);
  switch (vector.category) {
    case 'redirect':
      return redirectPlay(words, originIn(vector.url));
    case 'dns':
      return dnsPlay(words);
    case 'http':
      return httpPlay(words);
    default:
      return { recognised: true };
  }
}

/** The words of a case stand in its URL, or beside it. */
function wordsOf({ url, why }: SsrfVector): string {
  return (URL.canParse(url) ? new URL(url).searchParams.get('case') : null) ?? why;
}

async function shoot(
  vector: SsrfVector,
  play: Play,
  servers: FixtureServers,
  bound: boolean,
): Promise<Witnessed> {
  const clock = new ManualClock();
  const net = new NetDouble(
    new Map([
      [80, servers.http],
      [443, servers.https],
    ]),
  );
  const home = homeOf(vector);
  answerNames(net, vector, play, home.host);
  servers.seen.length = 0;
  servers.certificate(play.certificate ?? 'allowed');
  const ticks: (() => void)[] = [];
  servers.handle((request, response) => {
    if (play.handle === undefined) response.end('ok');
    else play.handle(request, response, (each) => ticks.push(each));
  });

  const client = egressClient({
    resolver: net.resolver,
    dialer: net.dialer,
    clock,
    ca: [servers.ca],
  });
  const shot = fetchAndRead(client, callOf(vector, play, bound ? home.origin : null));
  let waits = 0;
  if (play.slow === true) {
    void shot.then(() => {
      waits = Number.POSITIVE_INFINITY;
    });
    // Far longer than the call's own time, in steps in which the other side may act.
    for (; waits < 200; waits++) {
      for (let i = 0; i < 20; i++) await turn();
      for (const tick of ticks) tick();
      clock.advance(1000);
    }
  }
  const { outcome, text } = waits === 200 ? { outcome: HANGS, text: '' } : await shot;
  client.close();
  return { play, outcome, text, home: home.host, dials: net.dials, seen: [...servers.seen] };
}

const HANGS = { kind: 'hangs' } as const;

/** The one host the caller may use, and the origin that its connection is bound to. */
function homeOf({ url, expect }: SsrfVector): { readonly host: string; readonly origin: string } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const own = expect === 'allow' || parsed?.hostname === 'rebind-case.example';
  const host = (own ? parsed?.hostname.replace(/\.$/, '') : null) ?? 'allowed.example';
  return { host, origin: `${parsed?.protocol === 'https:' ? 'https' : 'http'}://${host}` };
}

/** The case's host answers as it says; every name that must be blocked leads inward, as an attacker's would. */
function answerNames(net: NetDouble, vector: SsrfVector, play: Play, home: string): void {
  const host = URL.canParse(vector.url) ? new URL(vector.url).hostname : '';
  net.answer(host, vector.expect === 'allow' ? [PUBLIC_ADDRESS] : ['127.0.0.1']);
  net.answer('allowed.example', [PUBLIC_ADDRESS]);
  net.answer(ELSEWHERE, ['151.101.1.69']);
  net.answer('localhost', ['127.0.0.1']);
  if (play.answers !== undefined) net.answer(home, ...play.answers);
}

function callOf(vector: SsrfVector, play: Play, origin: string | null): EgressCall {
  const url = play.url ?? vector.url;
  const base = origin !== null && play.url !== undefined ? new URL(play.url).origin : origin;
  return {
    method: play.method ?? 'GET',
    url,
    headers: play.headers ?? {},
    body: play.body === undefined ? null : Buffer.from(play.body),
    maxResponseBytes: MAX_BODY,
    timeoutMs: 30_000,
    binding: base === null ? null : boundTo(base),
    credential: base === null ? null : CREDENTIAL,
  };
}

const CREDENTIAL: Credential = {
  headers: { authorization: CANARY_CREDENTIAL },
  needles: [Buffer.from(CANARY_CREDENTIAL)],
};

async function fetchAndRead(
  client: ReturnType<typeof egressClient>,
  call: EgressCall,
): Promise<{ readonly outcome: EgressOutcome; readonly text: string }> {
  const outcome = await client.fetch(call, new AbortController().signal);
  const chunks: Uint8Array[] = [];
  if (outcome.kind === 'response') {
    try {
      for await (const chunk of outcome.body) chunks.push(chunk);
    } catch {
      // A body that is cut off is one of the ways to be safe; `text` says how much came.
    }
  }
  return { outcome, text: Buffer.concat(chunks).toString('latin1') };
}

function nameOf(outcome: Witnessed['outcome']): string {
  if (outcome.kind === 'refused') return `refused ${outcome.reason}`;
  return outcome.kind === 'response' ? `response ${outcome.status}` : outcome.kind;
}

function originIn(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'http://allowed.example';
}
