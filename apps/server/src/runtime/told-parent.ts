import type { Delegated, EntryInput, RunResult } from '@countersign/contract';
import type { Engine } from './engine-port.ts';
import { eventEntry, placed } from './entries.ts';

/** What the run above is told when one ends: its call's outcome, as an entry of its own. */
export interface ToldParent {
  readonly run: string;
  readonly entry: EntryInput;
}

/** The end of a run that another one delegated to. */
export function toldParent<State>(
  engine: Engine<State>,
  state: State,
  { run, call, place }: Delegated,
  result: RunResult,
): ToldParent {
  const outcome = engine.outcomeOfRun(state, result);
  return {
    run,
    entry: eventEntry(run, {
      ...{ kind: 'call.outcome', call, outcome, question: null, ...placed(place) },
    }),
  };
}
