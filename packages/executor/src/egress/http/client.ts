import { type Deadline, startDeadline } from '../deadline.ts';
import { EGRESS_LIMITS, type EgressLimits } from '../limits.ts';
import { masked, maskText } from '../mask/mask.ts';
import { type EgressBody, type EgressOutcome, type Refused, refused } from '../outcome.ts';
import type { EgressPowers } from '../ports.ts';
import { urlOf } from '../target.ts';
import { readBody } from './body.ts';
import { KeptConnections } from './kept-connections.ts';
import { type Credential, type EgressCall, firstHop, offLimits } from './plan.ts';
import { type Hop, redirectOf } from './redirect.ts';
import { answerHeaders } from './response-headers.ts';
import { type Sent, send } from './send.ts';

/** The one HTTP client that dials the outside world. */
export interface EgressClient {
  /** Makes one exchange, redirects included. Never rejects for what the other side does. */
  fetch(call: EgressCall, signal: AbortSignal): Promise<EgressOutcome>;
  /** Closes the connections that wait for their next exchange. */
  close(): void;
}

/** Makes the client out of the powers it may use. */
export function egressClient(
  powers: EgressPowers,
  limits: EgressLimits = EGRESS_LIMITS,
): EgressClient {
  const kept = new KeptConnections(powers.clock, limits);
  return {
    async fetch(call, signal) {
      const first = firstHop(call, limits);
      if ('kind' in first) return first;
      const deadline = startDeadline(
        powers.clock,
        signal,
        Math.min(call.timeoutMs, limits.totalMs),
      );
      let sent = false;
      const onSend = () => {
        sent = true;
      };
      try {
        const outcome = await followed(first, call, { powers, limits, kept }, deadline, onSend);
        if (outcome.kind !== 'response') deadline.release();
        return outcome.kind === 'refused' ? { ...outcome, sent } : outcome;
      } catch (error) {
        deadline.release();
        if (deadline.stopped === null) throw error;
        return stoppedOutcome(deadline.stopped === 'cancelled', sent);
      }
    },
    close: () => kept.closeAll(),
  };
}

type Tools = Parameters<typeof send>[2];

async function followed(
  first: Hop,
  call: EgressCall,
  tools: Tools,
  deadline: Deadline,
  onSend: () => void,
): Promise<EgressOutcome> {
  const { limits } = tools;
  let hop = first;
  for (let redirects = 0; ; redirects++) {
    const sent = await send(hop, requestOf(hop, call.credential), tools, deadline, onSend);
    if (sent.kind !== 'head') return sent;
    const { status, headers } = sent.head;
    const next =
      call.followsRedirects === false
        ? null
        : redirectOf(hop, status, headers.location, limits.maxUrlLength);
    if (next === null) return answer(hop, sent, call, limits, deadline);
    sent.cut();
    if ('kind' in next) return next;
    const against = redirects >= limits.maxRedirects ? refused('REDIRECT_COUNT') : mayFollow(next);
    if (against !== null) return against;
    hop = next;
  }
}

function mayFollow(hop: Hop): Refused | null {
  return hop.binding === null ? offLimits(hop.target) : null;
}

/** The hop on the wire: the credential is put in here, and only for a hop that is inside its binding. */
function requestOf(hop: Hop, credential: Credential | null) {
  const secret = hop.binding === null ? {} : (credential?.headers ?? {});
  return {
    method: hop.method,
    path: hop.target.path + hop.target.query,
    headers: {
      'user-agent': 'Countersign',
      accept: '*/*',
      ...hop.headers,
      'accept-encoding': hop.binding?.patient === true ? 'identity' : 'gzip, deflate, br',
      ...secret,
    },
    body: hop.body,
  };
}

function answer(
  hop: Hop,
  sent: Extract<Sent, { kind: 'head' }>,
  call: EgressCall,
  limits: EgressLimits,
  deadline: Deadline,
): EgressOutcome {
  const { status, headers } = sent.head;
  const needles = call.credential?.needles ?? [];
  const bodiless = hop.method === 'HEAD' || status === 204 || status === 304;
  const plan = {
    encoding:
      bodiless || headers['content-length'] === '0' ? undefined : headers['content-encoding'],
    maxBytes: Math.min(call.maxResponseBytes, limits.maxResponseBytes),
    idleMs: hop.binding?.patient === true ? limits.modelIdleMs : limits.idleMs,
  };
  return {
    kind: 'response',
    status,
    headers: answerHeaders(headers, needles),
    url: maskText(urlOf(hop.target), needles),
    body: bodyOf(readBody(sent.head.body, plan, deadline), needles, sent, deadline),
  };
}

/** Gives the connection back once the body was read to its end, and cuts it off in every other case. */
function bodyOf(
  chunks: AsyncGenerator<Uint8Array>,
  needles: readonly Uint8Array[],
  { keep, cut }: Extract<Sent, { kind: 'head' }>,
  deadline: Deadline,
): EgressBody {
  let over = false;
  const finish = (how: () => void) => {
    if (over) return;
    over = true;
    deadline.release();
    how();
  };
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* needles.length === 0 ? chunks : masked(chunks, needles);
        finish(keep);
      } finally {
        finish(cut);
      }
    },
    discard: () => finish(cut),
  };
}

function stoppedOutcome(cancelled: boolean, sent: boolean): EgressOutcome {
  if (cancelled) return { kind: 'cancelled', sent };
  return sent
    ? { kind: 'lost', message: 'No answer came in time.' }
    : { kind: 'unreachable', message: 'No connection could be made in time.' };
}
