import type { Clock } from '../ports.ts';

/** A clock that stands still until it is moved: for tests and proofs. */
export class ManualClock implements Clock {
  #now = 1_000_000;
  readonly #pending = new Set<{ readonly at: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = { at: this.#now + ms, callback };
    this.#pending.add(entry);
    return () => this.#pending.delete(entry);
  }

  /** Moves time on and calls back what has become due, earliest first. */
  advance(ms: number): void {
    this.#now += ms;
    const due = [...this.#pending].filter((entry) => entry.at <= this.#now);
    for (const entry of due.sort((a, b) => a.at - b.at)) {
      if (this.#pending.delete(entry)) entry.callback();
    }
  }
}
