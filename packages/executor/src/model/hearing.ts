import type { JsonObject, ModelDelta, ModelReply } from '@countersign/contract';
import { plainText } from '../plain-json.ts';
import { readToolArguments } from './tool-arguments.ts';

/** A reply with what the provider counted; null where it counted nothing. */
export interface Heard extends Omit<ModelReply, 'tokensIn' | 'tokensOut'> {
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

const MAX_TEXT = 1_000_000;
const MAX_CALLS = 64;

/** A reply as it comes in, whatever the protocol. Everything in it is a model's words. */
export class Hearing {
  readonly #onDelta: (delta: ModelDelta) => void;
  readonly #pieces: string[] = [];
  readonly #calls: { id: string; tool: string; args: JsonObject | null }[] = [];
  #length = 0;
  #finish: ModelReply['finish'] | null = null;
  #tokensIn: number | null = null;
  #tokensOut: number | null = null;

  constructor(onDelta: (delta: ModelDelta) => void) {
    this.#onDelta = onDelta;
  }

  /** @throws Error for more than a million characters. */
  text(piece: string): void {
    if (piece === '') return;
    this.#length += piece.length;
    if (this.#length > MAX_TEXT) throw new Error('The reply is longer than a million characters.');
    this.#pieces.push(piece);
    this.#onDelta({ kind: 'text', text: piece });
  }

  /** A wish begins; what is wanted is not whole yet. */
  begins(tool: string): void {
    this.#onDelta({ kind: 'tool', tool });
  }

  /** @throws Error for more than 64 wishes. */
  call(id: string, tool: string, written: string): void {
    if (this.#calls.length >= MAX_CALLS)
      throw new Error('The reply wishes for more than 64 tools.');
    this.#calls.push({
      id: this.#unusedId(id),
      tool: plainText(tool).slice(0, 200),
      args: readToolArguments(written),
    });
  }

  finish(how: ModelReply['finish']): void {
    this.#finish = how;
  }

  /** Tokens, by the provider; what is no number is not counted. */
  count(tokensIn: unknown, tokensOut: unknown): void {
    this.#tokensIn = countOf(tokensIn) ?? this.#tokensIn;
    this.#tokensOut = countOf(tokensOut) ?? this.#tokensOut;
  }

  /** The whole reply. @throws Error where it never came to its end. */
  whole(): Heard {
    if (this.#finish === null) throw new Error('The reply broke off before its end.');
    // Some servers say `stop` although they wish for tools.
    const wishes = this.#calls.length > 0 && this.#finish === 'stop';
    return {
      text: plainText(this.#pieces.join('')),
      calls: this.#calls,
      finish: wishes ? 'tool-calls' : this.#finish,
      tokensIn: this.#tokensIn,
      tokensOut: this.#tokensOut,
    };
  }

  /** Some servers give every call the same id or none, and refuse to read that back. */
  #unusedId(id: string): string {
    const wanted = plainText(id).slice(0, 190) || 'call';
    const taken = this.#calls.some((call) => call.id === wanted);
    return taken || id === '' ? `${wanted}_${this.#calls.length + 1}` : wanted;
  }
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
