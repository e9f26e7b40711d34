import { Feed, type FeedPowers } from './feed.ts';

/** What the feeds of a page need. */
export interface FeedsPowers {
  readonly feed: FeedPowers;
  /** Calls back after that many milliseconds; gives the way to call it off. */
  after(ms: number, callback: () => void): () => void;
}

/** Milliseconds for which a feed nobody looks at is kept, so that going back is instant. */
const KEPT_MS = 60_000;

/** The feeds of one workspace: one connection for a run, however many parts of the page show it. */
export interface Feeds {
  of(run: string): Feed;
  /** Keeps a run's feed connected until the function given back is called. */
  hold(run: string): () => void;
  /** Lets all connections go, or takes them up again: a hidden page needs none. */
  setAwake(isAwake: boolean): void;
}

interface Held {
  readonly feed: Feed;
  holders: number;
  callOff: (() => void) | null;
}

/** Makes {@link Feeds}. */
export function createFeeds(powers: FeedsPowers): Feeds {
  const all = new Map<string, Held>();
  let isAwake = true;

  const heldOf = (run: string): Held => {
    const known = all.get(run) ?? { feed: new Feed(run, powers.feed), holders: 0, callOff: null };
    all.set(run, known);
    return known;
  };

  return {
    of: (run) => heldOf(run).feed,
    hold(run) {
      const held = heldOf(run);
      held.holders += 1;
      held.callOff?.();
      held.callOff = null;
      if (isAwake) held.feed.start();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        held.holders -= 1;
        if (held.holders > 0) return;
        held.callOff = powers.after(KEPT_MS, () => {
          held.feed.pause();
          all.delete(run);
        });
      };
    },
    setAwake(wanted) {
      isAwake = wanted;
      for (const { feed, holders } of all.values()) {
        if (!wanted) feed.pause();
        else if (holders > 0) feed.start();
      }
    },
  };
}
