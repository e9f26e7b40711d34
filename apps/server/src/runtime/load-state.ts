import { Bug, type LoadedRun, type RecordStore } from '@countersign/contract';
import type { Engine } from './engine-port.ts';
import { eventsOf } from './entries.ts';

/** A run as the record has it: its snapshot with the entries after it folded in. */
export async function loadState<State>(
  powers: { readonly record: Pick<RecordStore, 'loadRun'>; readonly engine: Engine<State> },
  workspace: string,
  run: string,
): Promise<{ readonly loaded: LoadedRun; readonly state: State }> {
  const loaded = await powers.record.loadRun(workspace, run);
  if (!loaded) throw new Bug('a run that is worked on is in the record');
  // A snapshot was written from a state by this runtime alone.
  let state = loaded.snapshot as State | null;
  for (const event of eventsOf(loaded.entries)) state = powers.engine.fold(state, event);
  if (state === null) throw new Bug('a run in the record has started');
  return { loaded, state };
}
