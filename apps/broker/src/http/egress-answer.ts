import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Fault } from '@countersign/contract';
import {
  type EgressBody,
  type EgressOutcome,
  egressFault,
  FAULT_TRAILER,
  faultToWire,
  headerJson,
  OUTCOME_HEADER,
} from '@countersign/executor/egress';
import type { Answer } from './exchange.ts';

/** An exchange's outcome: its head in a header, and the bytes of a response as they come. */
export function egressAnswer(outcome: EgressOutcome): Answer {
  return async (response) => {
    if (outcome.kind !== 'response') {
      response.writeHead(200, {
        [OUTCOME_HEADER]: headerJson({ ...outcome }),
        'content-length': 0,
      });
      response.end();
      return;
    }
    const { body, ...head } = outcome;
    response.writeHead(200, { [OUTCOME_HEADER]: headerJson(head), trailer: FAULT_TRAILER });
    // A short answer leaves in one piece; a body that does not come at once must not keep the head waiting.
    const batch = batched(response);
    batch.open(() => response.flushHeaders());
    await stream(body, response, batch);
  };
}

/** Holds back what is written in one turn of the event loop, to write it at once. */
function batched(response: ServerResponse) {
  let isOpen = false;
  return {
    open: (before?: () => void) => {
      if (isOpen) return;
      isOpen = true;
      response.cork();
      setImmediate(() => {
        isOpen = false;
        if (response.writableEnded) return;
        before?.();
        response.uncork();
      });
    },
  };
}

async function stream(
  body: EgressBody,
  response: ServerResponse,
  batch: ReturnType<typeof batched>,
): Promise<void> {
  try {
    for await (const chunk of body) {
      if (response.destroyed) return;
      batch.open();
      if (!response.write(chunk))
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  } catch (thrown) {
    if (response.destroyed) return;
    const fault = Fault.is(thrown) ? thrown : egressFault('EGRESS_BODY_LOST', { cause: thrown });
    response.addTrailers({ [FAULT_TRAILER]: headerJson(faultToWire(fault)) });
  }
  response.end();
}
