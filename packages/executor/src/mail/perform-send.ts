import {
  type Broker,
  Fault,
  type Performed,
  type SmtpRequest,
  type SmtpResult,
  type Usage,
  unreachable,
} from '@countersign/contract';
import { textArg, textsArg } from '../arguments.ts';
import { configFor, type FindConnection } from '../connection.ts';
import { failed } from '../failures.ts';
import type { Performer } from '../performer.ts';
import { cut, visibleLine } from '../text/visible-text.ts';
import { compose, type Draft, faultOf, messageIdOf } from './compose.ts';

/** What sending mail needs. */
export interface SendPowers {
  readonly findConnection: FindConnection;
  readonly broker: Pick<Broker, 'smtp'>;
  readonly now: () => number;
}

/** `mail.send`: one message, handed to the broker. */
export function mailSendPerformer({ findConnection, broker, now }: SendPowers): Performer {
  return async (granted, context) => {
    const { call, descriptor } = granted;
    const config = await configFor(findConnection, granted, 'smtp');
    if (!config || call.connection === null) return failed('EXECUTOR_CONNECTION_MISSING');
    const draft: Draft = {
      from: config.from,
      to: textsArg(call.args, 'to'),
      cc: textsArg(call.args, 'cc'),
      subject: textArg(call.args, 'subject'),
      text: textArg(call.args, 'text'),
      inReplyTo: textArg(call.args, 'inReplyTo'),
      references: textsArg(call.args, 'references'),
      call: call.id,
      at: now(),
    };
    const wrong = faultOf(draft);
    if (wrong) return failed(wrong);
    const raw = await compose(draft);
    const to = [...new Set([...draft.to, ...draft.cc])];
    const request = {
      workspace: call.actor.workspace,
      connection: call.connection,
      envelope: { from: draft.from, to },
      raw,
      timeoutMs: descriptor.bounds.timeoutMs,
    };
    context.sending();
    const result = await handOver(broker, request, context.signal);
    return performed(
      result,
      { messageId: messageIdOf(call.id, draft.from), accepted: to },
      raw.length,
    );
  };
}

/** Hands a message to the broker. One that could not be reached has sent nothing. */
async function handOver(
  broker: SendPowers['broker'],
  request: SmtpRequest,
  signal: AbortSignal,
): Promise<SmtpResult> {
  try {
    return await broker.smtp(request, signal);
  } catch (thrown) {
    if (Fault.is(thrown) && thrown.code === 'BROKER_UNREACHABLE')
      return { kind: 'unreachable', reason: thrown.message };
    throw thrown;
  }
}

function performed(
  result: SmtpResult,
  sent: { readonly messageId: string; readonly accepted: readonly string[] },
  bytes: number,
): Performed {
  const usage: Usage = { bytesOut: bytes };
  switch (result.kind) {
    case 'accepted':
      return { kind: 'done', result: { ...sent, response: cut(result.response, 1_000) }, usage };
    case 'rejected':
      return failed('MAIL_REJECTED', visibleLine(result.response, 500), usage);
    case 'unreachable':
      return failed('MAIL_UNREACHABLE', visibleLine(result.reason, 300));
    case 'lost':
      return {
        kind: 'unknown',
        why: 'The message was handed to the mail server and no answer came.',
        usage,
      };
    default:
      return unreachable(result);
  }
}
