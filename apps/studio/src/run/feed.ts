import type { EntryKind, ModelDelta, StreamedEntry } from '@countersign/contract';
import { foldAll } from './fold.ts';
import { type Followed, type FollowPowers, follow } from './follow.ts';
import { emptyView, type RunView } from './run-view.ts';

/** What a model is saying right now. Nothing of it is stored or decided on. */
export interface Speech {
  readonly text: string;
  /** Names of tools it is asking for. */
  readonly tools: readonly string[];
  /** Its beginning was missed, on a connection that was lost. */
  readonly isPartial: boolean;
}

/** How a feed is connected. */
export type FeedState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly tries: number }
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface FeedPowers extends Pick<FollowPowers, 'wait'> {
  /** Opens the stream of all entries of a run after an index. */
  open(run: string, after: number, signal: AbortSignal): ReturnType<FollowPowers['open']>;
  /** Calls back soon, once: entries that arrive until then are drawn together. Gives the way to call it off. */
  soon(callback: () => void): () => void;
  /** Told of the kinds of entries that arrived after the feed had caught up. */
  happened(kinds: ReadonlySet<EntryKind>): void;
}

const SILENCE: Speech = { text: '', tools: [], isPartial: false };

/** One run, followed live. Readers see whole snapshots; each changes identity only when it changed. */
export class Feed {
  readonly #powers: FeedPowers;
  readonly #listeners = new Set<() => void>();
  #queue: StreamedEntry[] = [];
  #callOff: (() => void) | null = null;
  #stop = new AbortController();
  #isFollowing = false;
  #wasLive = false;
  view: RunView;
  speech: Speech = SILENCE;
  state: FeedState = { kind: 'loading' };

  constructor(run: string, powers: FeedPowers) {
    this.#powers = powers;
    this.view = emptyView(run);
  }

  /** Begins to follow, or goes on after {@link pause}. */
  start(): void {
    if (this.#isFollowing || this.state.kind === 'over') return;
    this.#isFollowing = true;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { wait, open } = this.#powers;
    const powers = { wait, open: open.bind(this.#powers, this.view.run) };
    follow(this.#cursor(), powers, (event) => this.#on(event), signal).catch((error: unknown) => {
      this.#isFollowing = false;
      this.#set({ state: { kind: 'failed', error } });
    });
  }

  /** Lets the connection go; what is known stays. */
  pause(): void {
    if (!this.#isFollowing) return;
    this.#isFollowing = false;
    this.#stop.abort();
    this.#flush();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #cursor(): number {
    return this.#queue.at(-1)?.index ?? this.view.lastIndex;
  }

  #on(event: Followed): void {
    switch (event.kind) {
      case 'opened':
        this.#wasLive = false;
        this.#later();
        break;
      case 'lost':
        this.#flush();
        this.#set({
          state: { kind: 'lost', tries: event.tries },
          speech: this.speech === SILENCE ? SILENCE : { ...SILENCE, isPartial: true },
        });
        break;
      case 'entry':
        this.#queue.push(event.entry);
        this.#later();
        break;
      case 'delta':
        // Entries first: words never overtake the entry they follow.
        this.#flush();
        this.#set({ speech: heard(this.speech, event.delta) });
        break;
      case 'end':
        this.#isFollowing = false;
        this.#flush();
        this.#set({ state: { kind: 'over' }, speech: SILENCE });
        break;
    }
  }

  #later(): void {
    this.#callOff ??= this.#powers.soon(() => this.#flush());
  }

  #flush(): void {
    this.#callOff?.();
    this.#callOff = null;
    const entries = this.#queue;
    this.#queue = [];
    const isLive = this.#isFollowing && this.state.kind !== 'over';
    if (entries.length > 0 && this.#wasLive)
      this.#powers.happened(new Set(entries.map(({ kind }) => kind)));
    this.#wasLive = isLive;
    this.#set({
      view: foldAll(this.view, entries),
      // The entry that a model's words were for holds all of them.
      ...(entries.some(endsSpeech) ? { speech: SILENCE } : {}),
      ...(isLive && this.state.kind !== 'live' ? { state: { kind: 'live' } } : {}),
    });
  }

  #set(change: Partial<Pick<Feed, 'view' | 'speech' | 'state'>>): void {
    Object.assign(this, change);
    for (const listener of this.#listeners) listener();
  }
}

function endsSpeech({ kind }: StreamedEntry): boolean {
  return kind === 'call.outcome' || kind.startsWith('run.');
}

function heard({ text, tools, isPartial }: Speech, delta: ModelDelta): Speech {
  return delta.kind === 'text'
    ? { text: text + delta.text, tools, isPartial }
    : { text, tools: [...tools, delta.tool], isPartial };
}
