import type { FreshEntries, ModelDelta } from '@countersign/contract';

/** What waits to be sent: words of a model, or entries; without `fresh` they are looked up. */
export type Waiting =
  | { readonly kind: 'delta'; readonly delta: ModelDelta }
  | { readonly kind: 'entries'; readonly fresh: FreshEntries | null };

/** Fresh entries that may wait: more are cheaper looked up than kept. */
const MOST_FRESH = 16;

/**
 * What a stream has still to send, in the order it came, so that no word overtakes the entry it follows.
 * Bounded: a reader too slow for the model's words misses them from there on until the next entry, which holds
 * the whole text. It never gets a text with a hole in it.
 */
export class Backlog {
  readonly #maxBytes: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #fresh = 0;
  #deaf = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Entries that just came, or a look for them. A look that follows another, or is followed by entries, finds all. */
  entries(fresh: FreshEntries | null): void {
    const last = this.#waiting.at(-1);
    if (last?.kind === 'entries' && last.fresh === null) return;
    const kept = this.#fresh < MOST_FRESH ? fresh : null;
    if (kept !== null) this.#fresh++;
    this.#waiting.push({ kind: 'entries', fresh: kept });
  }

  delta(delta: ModelDelta): void {
    if (this.#deaf) return;
    const last = this.#waiting.at(-1);
    const joined = last?.kind === 'delta' ? joinedOf(last.delta, delta) : null;
    // What a joined text adds is what its taking gives back, no more: else the bound would creep down.
    const replaced = last?.kind === 'delta' && joined !== null ? sizeOf(last.delta) : 0;
    const bytes = this.#bytes - replaced + sizeOf(joined ?? delta);
    if (bytes > this.#maxBytes) {
      this.#deaf = true;
      return;
    }
    this.#bytes = bytes;
    if (joined === null) this.#waiting.push({ kind: 'delta', delta });
    else this.#waiting[this.#waiting.length - 1] = { kind: 'delta', delta: joined };
  }

  /** The next thing to send. */
  take(): Waiting | undefined {
    const next = this.#waiting.shift();
    if (next?.kind === 'delta') this.#bytes -= sizeOf(next.delta);
    if (next?.kind === 'entries' && next.fresh !== null) this.#fresh--;
    return next;
  }

  /** An entry was sent: words that come from here on have their place again. */
  entrySent(): void {
    this.#deaf = false;
  }
}

function joinedOf(before: ModelDelta, after: ModelDelta): ModelDelta | null {
  if (before.kind !== 'text' || after.kind !== 'text') return null;
  return { kind: 'text', text: before.text + after.text };
}

function sizeOf(delta: ModelDelta): number {
  return (delta.kind === 'text' ? delta.text.length : delta.tool.length) + 32;
}
