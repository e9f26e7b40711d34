import type { ModelDelta } from '@countersign/contract';

/** What waits to be sent: words of a model, or a look at the stored entries. */
export type Waiting =
  | { readonly kind: 'delta'; readonly delta: ModelDelta }
  | { readonly kind: 'entries' };

/**
 * What a stream has still to send, in the order it came, so that no word overtakes the entry it follows.
 * Bounded: a reader too slow for the model's words misses them from there on until the next entry, which holds
 * the whole text. It never gets a text with a hole in it.
 */
export class Backlog {
  readonly #maxBytes: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #deaf = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Asks for a look at the entries; two that fall together are one. */
  entries(): void {
    if (this.#waiting.at(-1)?.kind !== 'entries') this.#waiting.push({ kind: 'entries' });
  }

  delta(delta: ModelDelta): void {
    if (this.#deaf) return;
    const bytes = sizeOf(delta);
    if (this.#bytes + bytes > this.#maxBytes) {
      this.#deaf = true;
      return;
    }
    this.#bytes += bytes;
    const last = this.#waiting.at(-1);
    if (last?.kind === 'delta' && last.delta.kind === 'text' && delta.kind === 'text') {
      const joined: ModelDelta = { kind: 'text', text: last.delta.text + delta.text };
      this.#waiting[this.#waiting.length - 1] = { kind: 'delta', delta: joined };
    } else {
      this.#waiting.push({ kind: 'delta', delta });
    }
  }

  /** The next thing to send. */
  take(): Waiting | undefined {
    const next = this.#waiting.shift();
    if (next?.kind === 'delta') this.#bytes -= sizeOf(next.delta);
    return next;
  }

  /** An entry was sent: words that come from here on have their place again. */
  entrySent(): void {
    this.#deaf = false;
  }
}

function sizeOf(delta: ModelDelta): number {
  return (delta.kind === 'text' ? delta.text.length : delta.tool.length) + 32;
}
