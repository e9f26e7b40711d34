import type { RunEvent } from '@countersign/contract';

/** The event, or null where it stands in the log already and must not be recorded twice. */
export function unlessKnown(event: RunEvent | null, known: readonly RunEvent[]): RunEvent | null {
  return event && known.some((one) => isSameFact(one, event)) ? null : event;
}

/** Whether a known event states the same fact of the same call, or a later one. */
function isSameFact(known: RunEvent, event: RunEvent): boolean {
  if (known.kind === 'call.outcome' && event.kind === 'call.outcome')
    return known.call === event.call;
  // A run that was started may have ended before its start was told.
  if ((known.kind === 'call.delegated' || known.kind === 'call.outcome') && isStart(event))
    return known.call === event.call;
  if (known.kind === 'question.answered' && event.kind === 'question.answered')
    return known.question === event.question;
  return false;
}

function isStart(event: RunEvent): event is Extract<RunEvent, { kind: 'call.delegated' }> {
  return event.kind === 'call.delegated';
}
