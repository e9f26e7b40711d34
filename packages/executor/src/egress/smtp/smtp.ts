import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { type Deadline, startDeadline } from '../deadline.ts';
import { addressKind } from '../dial/address.ts';
import { connect } from '../dial/connect.ts';
import { EGRESS_LIMITS, type EgressLimits } from '../limits.ts';
import { maskText } from '../mask/mask.ts';
import { refused } from '../outcome.ts';
import type { EgressPowers } from '../ports.ts';
import type { SmtpCall, SmtpOutcome, SmtpServer } from './call.ts';
import { envelopeRefusal } from './envelope.ts';
import { submit } from './submit.ts';

/** Hands a message to a connection's server, for all its recipients or for none. */
export async function sendMail(
  server: SmtpServer,
  call: SmtpCall,
  powers: EgressPowers,
  signal: AbortSignal,
  limits: EgressLimits = EGRESS_LIMITS,
): Promise<SmtpOutcome> {
  const refusal =
    envelopeRefusal(call.envelope, server.from) ??
    (call.raw.length > limits.maxRequestBytes ? refused('BODY_TOO_LARGE') : null);
  if (refusal !== null) return refusal;
  const deadline = startDeadline(powers.clock, signal, Math.min(call.timeoutMs, limits.totalMs));
  try {
    return masked(await connectAndSubmit(server, call, powers, limits, deadline), server.needles);
  } catch (error) {
    if (deadline.stopped === null) throw error;
    return deadline.stopped === 'cancelled'
      ? { kind: 'cancelled', sent: false }
      : { kind: 'unreachable', reason: 'The server could not be reached in time.' };
  } finally {
    deadline.release();
  }
}

async function connectAndSubmit(
  server: SmtpServer,
  call: SmtpCall,
  powers: EgressPowers,
  limits: EgressLimits,
  deadline: Deadline,
): Promise<SmtpOutcome> {
  const { port, allowPrivate } = server;
  const host = smtpHost(server.host);
  const endpoint = { host, port, tls: server.tls === 'implicit', allowPrivate };
  const connected = await connect(endpoint, powers, limits, deadline);
  switch (connected.kind) {
    case 'refused':
      return connected;
    case 'unreachable':
      return { kind: 'unreachable', reason: connected.message };
    case 'connected': {
      const { socket, address } = connected;
      if (server.login !== null && server.tls === 'none' && addressKind(address) === 'public') {
        socket.destroy();
        return refused('PLAINTEXT_PASSWORD');
      }
      return submit({ socket, server, call, ca: powers.ca }, deadline);
    }
  }
}

/** The host that is dialled: a name in lower-case ASCII (IDNA) without a root dot, or the address it is; empty for neither. */
export function smtpHost(host: string): string {
  return isIP(host) === 0 ? domainToASCII(host).replace(/\.$/, '') : host;
}

function masked(outcome: SmtpOutcome, needles: readonly Uint8Array[]): SmtpOutcome {
  return 'response' in outcome
    ? { ...outcome, response: maskText(outcome.response, needles) }
    : outcome;
}
