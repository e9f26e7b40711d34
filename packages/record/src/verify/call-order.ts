import { isJsonObject, type Json, type LogLeaf } from '@countersign/contract';
import type { Findings } from './findings.ts';

/** What is known of a call at a point of the log. */
interface CallState {
  intents: number;
  /** An intent stands without an outcome. */
  open: boolean;
  outcome: string | null;
  /** A person was asked after the last outcome, and has answered. */
  answered: boolean;
  /** An outcome stood without an intent; should one follow, their order was changed. */
  early: boolean;
}

/** Checks the order of facts: an effect is an intent, then what came of it, and nothing happens twice unasked. */
export interface CallOrder {
  /** @param payload the entry's payload, or null where it is not known. */
  entry(index: number, leaf: LogLeaf, payload: () => Json | null): void;
}

/** Checks one log, or the entries of one run, in the order of their indexes. */
export function createCallOrder(findings: Findings): CallOrder {
  const calls = new Map<string, CallState>();
  /** The call that a question asks about. */
  const asked = new Map<string, string>();
  const stateOf = (call: string): CallState => {
    const known = calls.get(call);
    if (known) return known;
    const fresh = { intents: 0, open: false, outcome: null, answered: false, early: false };
    calls.set(call, fresh);
    return fresh;
  };
  return {
    entry: (index, leaf, payload) => {
      const { kind, ref } = leaf;
      const question = typeof ref['question'] === 'string' ? ref['question'] : '';
      // An answer that nobody gave in time names its question alone.
      const call = leaf.call || (asked.get(question) ?? '');
      if (call === '') return;
      if (kind !== 'question.answered' && question !== '') asked.set(question, call);
      const state = stateOf(call);
      if (kind === 'call.intent') intent(state, index, call, payload, findings);
      if (kind === 'call.outcome')
        outcome(state, index, call, outcomeKind(leaf, payload), findings);
      if (kind === 'question.answered') state.answered = true;
    },
  };
}

function intent(
  state: CallState,
  index: number,
  call: string,
  payload: () => Json | null,
  findings: Findings,
): void {
  if (state.early) findings.add('OUTCOME_BEFORE_INTENT', index, call);
  if (state.open) findings.add('INTENT_REPEATED', index, call);
  if (state.outcome === 'done' && !state.early) findings.add('INTENT_AFTER_DONE', index, call);
  const told = payload();
  const once = isJsonObject(told) && told['repeat'] === 'once';
  if (state.outcome === 'unknown' && once && !state.answered) {
    findings.add('INTENT_UNASKED', index, call);
  }
  state.intents += 1;
  state.open = true;
  state.answered = false;
  state.early = false;
}

function outcome(
  state: CallState,
  index: number,
  call: string,
  kind: string,
  findings: Findings,
): void {
  // A call may be cancelled before anything was meant, and after its answer was lost.
  if (kind !== 'cancelled' && state.intents === 0) {
    findings.add('OUTCOME_WITHOUT_INTENT', index, call);
    state.early = true;
  } else if (
    kind !== 'cancelled' &&
    !state.open &&
    !(state.outcome === 'unknown' && state.answered)
  ) {
    findings.add('OUTCOME_REPEATED', index, call);
  }
  state.open = false;
  state.outcome = kind;
  state.answered = false;
}

/** The kind of an outcome as its leaf says, or its payload; where neither does, one that needs an intent. */
function outcomeKind(leaf: LogLeaf, payload: () => Json | null): string {
  const told = leaf.ref['outcome'];
  if (typeof told === 'string') return told;
  const event = payload();
  const inner = isJsonObject(event) ? event['outcome'] : undefined;
  const kind = isJsonObject(inner) ? inner['kind'] : undefined;
  return typeof kind === 'string' ? kind : 'done';
}
