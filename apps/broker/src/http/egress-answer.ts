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
    // A body that begins at once shares a segment with the head; one that does not must not keep it waiting.
    const waiting = setImmediate(() => response.flushHeaders());
    await stream(body, response);
    clearImmediate(waiting);
  };
}

async function stream(body: EgressBody, response: ServerResponse): Promise<void> {
  try {
    for await (const chunk of body) {
      if (response.destroyed) return;
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
