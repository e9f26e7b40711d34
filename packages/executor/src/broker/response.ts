import type { EgressResponse } from '@countersign/contract';
import type { Dispatcher } from 'undici';
import { egressFault } from '../egress/errors.ts';
import { ignore } from '../egress/ignore.ts';
import type { EgressOutcome } from '../egress/outcome.ts';
import { faultFromWire } from '../egress/wire/fault.ts';
import { FAULT_TRAILER, OUTCOME_HEADER } from '../egress/wire/names.ts';

type Answer = Dispatcher.ResponseData;

/** The response in a broker's answer. Throws the fault that stands for every other outcome. */
export function openResponse(answer: Answer, signal: AbortSignal): EgressResponse {
  // The broker wrote it; its body follows where it is a response.
  const outcome = JSON.parse(String(answer.headers[OUTCOME_HEADER])) as EgressOutcome;
  // An empty body too must be read to its end, or its connection is never free again.
  if (outcome.kind !== 'response') void answer.body.dump().catch(ignore);
  switch (outcome.kind) {
    case 'response': {
      const { status, headers, url } = outcome;
      return { status, headers, url, body: streamOf(answer, signal) };
    }
    case 'refused': {
      const { reason, sent, message } = outcome;
      throw egressFault('EGRESS_REFUSED', { message, details: { reason, sent } });
    }
    case 'unreachable':
      throw egressFault('EGRESS_UNREACHABLE', { message: outcome.message });
    case 'lost':
      throw egressFault('EGRESS_LOST', { message: outcome.message });
    case 'cancelled':
      signal.throwIfAborted();
      throw egressFault('EGRESS_CANCELLED', { details: { sent: outcome.sent } });
  }
}

/** The body as it comes. It errors where it broke off, and cancelling it cuts the other side off. */
function streamOf(answer: Answer, signal: AbortSignal): ReadableStream<Uint8Array> {
  // undici's bodies hold bytes.
  const chunks = answer.body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (next.done !== true) return controller.enqueue(next.value);
          const fault = faultIn(answer.trailers);
          if (fault === null) controller.close();
          else controller.error(fault);
        } catch (cause) {
          controller.error(
            signal.aborted ? signal.reason : egressFault('EGRESS_BODY_LOST', { cause }),
          );
        }
      },
      cancel() {
        answer.body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

function faultIn(trailers: Answer['trailers']): Error | null {
  const sent = trailers[FAULT_TRAILER];
  return sent === undefined ? null : faultFromWire(String(sent));
}
