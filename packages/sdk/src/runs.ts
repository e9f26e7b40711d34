import type { Page, RunProof, RunStatus, RunSummary, StreamedEntry } from '@countersign/contract';
import { type FollowOptions, follow, type RunEvent, type Wait } from './follow.ts';
import type { Place } from './place.ts';

/** What a run is started with. */
export interface StartRun {
  readonly agent: string;
  /** A published version; the newest where absent. */
  readonly version?: number;
  readonly message: {
    /** The person's own words. */
    readonly text: string;
    /** Blocks that the person pasted, which anyone may have written. */
    readonly pasted?: readonly string[];
    /** Ids of uploaded objects. */
    readonly files?: readonly string[];
  };
  /** A conversation to go on with, or `new`. */
  readonly conversation?: string;
  /** Starts with the same key are one run. */
  readonly dedupe?: string;
}

/** A run that was started, or had been before under the same key. */
export interface StartedRun {
  readonly run: string;
  readonly duplicate: boolean;
  readonly conversation: string | null;
}

/** How a list of runs is narrowed. */
export interface RunsFilter {
  readonly status?: RunStatus;
  readonly agent?: string;
  readonly conversation?: string;
  /** Only those that this run delegated to. */
  readonly parent?: string;
  /** `next` of the page before. */
  readonly before?: string;
  readonly limit?: number;
}

/** Starting, watching, stopping and proving runs. */
export interface RunsClient {
  start(run: StartRun, options?: { readonly signal?: AbortSignal }): Promise<StartedRun>;
  get(run: string): Promise<RunSummary>;
  /** Newest first. */
  list(filter?: RunsFilter): Promise<Page<RunSummary>>;
  /** The runs that one delegated to, in the order in which they began. */
  children(run: string): Promise<readonly RunSummary[]>;
  entries(
    run: string,
    page?: { readonly after?: number; readonly limit?: number },
  ): Promise<readonly StreamedEntry[]>;
  /** The run as it happens, to its end. Goes on by itself after a lost connection. */
  stream(run: string, options?: FollowOptions): AsyncGenerator<RunEvent, void, void>;
  cancel(run: string, reason?: string): Promise<'cancelled' | 'ended'>;
  /** All that is needed to check the run without the server. */
  proof(run: string): Promise<RunProof>;
}

/** The runs of a workspace. */
export function runsClient(place: Place, wait: Wait): RunsClient {
  const { json, transport, path } = place;
  const id = encodeURIComponent;
  return {
    start: (run, options = {}) =>
      json('runs', { method: 'POST', body: run, signal: options.signal }),
    get: (run) => json(`runs/${id(run)}`),
    list: (filter = {}) => json('runs', { query: { ...filter } }),
    children: async (run) => {
      const { items } = await json<Page<RunSummary>>('runs', {
        query: { parent: run, limit: 200 },
      });
      return items.toReversed();
    },
    entries: async (run, page = {}) =>
      (
        await json<{ items: readonly StreamedEntry[] }>(`runs/${id(run)}/entries`, {
          query: { ...page },
        })
      ).items,
    stream: (run, options = {}) =>
      follow(transport, () => path(`runs/${id(run)}/stream`), wait, options),
    cancel: async (run, reason = '') =>
      (
        await json<{ outcome: 'cancelled' | 'ended' }>(`runs/${id(run)}/cancel`, {
          method: 'POST',
          body: { reason },
        })
      ).outcome,
    proof: (run) => json(`runs/${id(run)}/proof`),
  };
}
