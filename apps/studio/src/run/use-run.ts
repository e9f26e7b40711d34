import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useWorkspace } from '../session/workspace.tsx';
import type { FeedState, Speech } from './feed.ts';
import { type RecordName, recordNames } from './record-names.ts';
import type { RunView } from './run-view.ts';

/** A run, live. The part that calls it is drawn again when the run has new entries, and not when words stream. */
export function useRun(run: string): RunView {
  const { feeds } = useWorkspace();
  useEffect(() => feeds.hold(run), [feeds, run]);
  const feed = feeds.of(run);
  return useSyncExternalStore(feed.subscribe, () => feed.view);
}

/** What the run's model is saying right now. Only for the small part that shows it. */
export function useSpeech(run: string): Speech {
  const feed = useWorkspace().feeds.of(run);
  return useSyncExternalStore(feed.subscribe, () => feed.speech);
}

/** How the run's feed is connected. */
export function useFeedState(run: string): FeedState {
  const feed = useWorkspace().feeds.of(run);
  return useSyncExternalStore(feed.subscribe, () => feed.state);
}

/** Names of the records a run has read. */
export function useRecordNames(view: RunView): ReadonlyMap<string, RecordName> {
  return useMemo(() => recordNames(view), [view]);
}
