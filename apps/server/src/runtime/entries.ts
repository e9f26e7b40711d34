import {
  digestJson,
  type Entry,
  type EntryInput,
  EVENT_KINDS,
  type Json,
  type JsonObject,
  type RunEvent,
  type RunResult,
  unreachable,
} from '@countersign/contract';

/** The ledger entry of an event: its payload is the event, its structure says what may be told without it. */
export function eventEntry(run: string, event: RunEvent): EntryInput {
  return {
    kind: event.kind,
    run,
    call: callOf(event),
    ref: refOf(event),
    payload: event as unknown as Json,
  };
}

/** The entry that ends a run. */
export function endEntry(run: string, result: RunResult): EntryInput {
  return {
    kind: 'run.ended',
    run,
    call: null,
    ref: { result: result.kind },
    payload: { result: result as unknown as Json },
  };
}

/** The events among stored entries, in order. An erased event cannot be folded: its run is over, so nobody needs to. */
export function eventsOf(entries: readonly Entry[]): readonly RunEvent[] {
  const kinds: readonly string[] = EVENT_KINDS;
  return entries.flatMap((entry) =>
    // The payload of an event entry is the event: written by `eventEntry` alone, and its hash stands in the log.
    kinds.includes(entry.leaf.kind) && entry.payload !== null
      ? [entry.payload as unknown as RunEvent]
      : [],
  );
}

/**
 * Ids of calls whose intent stands without an outcome or a run that does it: what a crash left in doubt, in the order in
 * which it was meant.
 * Each with the slot of the contract that it took a place of, as its intent says; null for none.
 */
export function unresolvedIntents(entries: readonly Entry[]): ReadonlyMap<string, number | null> {
  const open = new Map<string, number | null>();
  for (const { leaf } of entries) {
    if (leaf.call === null) continue;
    const place = leaf.ref['place'];
    if (leaf.kind === 'call.intent') open.set(leaf.call, typeof place === 'number' ? place : null);
    if (leaf.kind === 'call.outcome' || leaf.kind === 'call.delegated') open.delete(leaf.call);
  }
  return open;
}

/** The member of an outcome, or of an intent's structure, that says which place of the contract was taken. */
export function placed(place: number | null): { readonly place?: number } {
  return place === null ? {} : { place };
}

function callOf(event: RunEvent): string | null {
  return 'call' in event ? event.call : null;
}

function refOf(event: RunEvent): JsonObject {
  switch (event.kind) {
    case 'run.started': {
      const { actor, trigger, delegated } = event.start;
      return {
        agent: actor.agent,
        agentVersion: actor.agentVersion,
        person: actor.person,
        trigger: trigger.kind,
        ...(delegated
          ? { parent: delegated.run, parentCall: delegated.call, root: delegated.root }
          : {}),
      };
    }
    case 'call.refused':
      return { code: event.code };
    case 'call.held':
      return { question: event.question.id };
    case 'call.delegated':
      return { child: event.run };
    case 'call.outcome':
      return {
        outcome: event.outcome.kind,
        ...(event.question ? { question: event.question.id } : {}),
      };
    case 'question.supported':
      return { question: event.question, callHash: event.callHash, by: event.by };
    case 'question.answered':
      return { question: event.question, answer: event.answer.kind, by: event.by };
    case 'intent.committed':
      return { hash: event.hash };
    case 'intent.widened': {
      const { by, question, atMost } = event.widening;
      return { by, question, atMost, hash: digestJson(event.widening as unknown as Json) };
    }
    case 'intent.missing':
      return { code: event.code };
    case 'run.cancelled':
      return { by: event.by };
    case 'run.failed':
      return { code: event.code };
    default:
      return unreachable(event);
  }
}
