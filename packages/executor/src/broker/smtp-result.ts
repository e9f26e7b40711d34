import type { JsonObject, SmtpResult } from '@countersign/contract';
import { egressFault } from '../egress/errors.ts';
import type { SmtpOutcome } from '../egress/smtp/call.ts';

/** The result in a broker's answer. Throws where the message was refused by rule, or given up. */
export function refusalOrResult(answer: JsonObject, signal: AbortSignal): SmtpResult {
  // The broker answers with what came of it.
  const outcome = answer as unknown as SmtpOutcome;
  switch (outcome.kind) {
    case 'refused': {
      const { reason, sent, message } = outcome;
      throw egressFault('EGRESS_REFUSED', { message, details: { reason, sent } });
    }
    case 'cancelled':
      signal.throwIfAborted();
      throw egressFault('EGRESS_CANCELLED', { details: { sent: outcome.sent } });
    case 'accepted':
    case 'rejected':
    case 'unreachable':
    case 'lost':
      return outcome;
  }
}
