import {
  at,
  isJsonObject,
  type Json,
  type JsonObject,
  type ModelReply,
} from '@countersign/contract';
import type { Hearing } from '../hearing.ts';

/** A wish whose parts are still coming. */
interface Open {
  id: string;
  name: string;
  written: string;
}

/**
 * Puts the chunks of a chat completion together, as the many servers that speak it write them: wishes
 * whole or in parts, with or without an index, counts in a chunk of their own or in the last one.
 */
export class ChatListener {
  readonly #hearing: Hearing;
  readonly #open: Open[] = [];
  readonly #byIndex = new Map<number, Open>();
  #refused = false;

  constructor(hearing: Hearing) {
    this.#hearing = hearing;
  }

  /** Takes one chunk, or a whole completion. @throws the error that a chunk carries. */
  take(chunk: JsonObject): void {
    const error = chunk['error'];
    if (error !== undefined && error !== null) throw new Error(errorText(error));
    this.#hearing.count(at(chunk, '/usage/prompt_tokens'), at(chunk, '/usage/completion_tokens'));
    const choice = at(chunk, '/choices/0');
    if (!isJsonObject(choice)) return;
    const said = choice['delta'] ?? choice['message'];
    if (isJsonObject(said)) this.#say(said);
    const finish = choice['finish_reason'];
    if (typeof finish === 'string' && finish !== '') this.#hearing.finish(this.#finishOf(finish));
  }

  /** No more chunks come: the wishes are whole. */
  end(): void {
    for (const { id, name, written } of this.#open) this.#hearing.call(id, name, written);
  }

  #say(said: JsonObject): void {
    this.#hearing.text(textIn(said['content'] ?? null));
    const refusal = said['refusal'];
    if (typeof refusal === 'string' && refusal !== '') {
      this.#refused = true;
      this.#hearing.text(refusal);
    }
    const wishes = said['tool_calls'];
    if (Array.isArray(wishes)) for (const wish of wishes as readonly Json[]) this.#wish(wish);
  }

  #wish(part: Json): void {
    if (!isJsonObject(part)) return;
    const id = textOf(part['id']);
    const name = textOf(at(part, '/function/name'));
    const index = part['index'];
    const open = this.#openFor(typeof index === 'number' ? index : null, id, name);
    if (open.name === '' && name !== '') this.#hearing.begins(name);
    open.id ||= id;
    open.name ||= name;
    const written = at(part, '/function/arguments');
    if (typeof written === 'string') open.written += written;
    else if (isJsonObject(written)) open.written = JSON.stringify(written);
  }

  /** The wish a part belongs to. Some servers number all of them 0 and tell them apart by id. */
  #openFor(index: number | null, id: string, name: string): Open {
    const known = index === null ? this.#open.at(-1) : this.#byIndex.get(index);
    const isAnother = known && id !== '' && known.id !== '' && id !== known.id && name !== '';
    const isNew = !known || isAnother || (index === null && name !== '');
    if (!isNew) return known;
    const open = { id: '', name: '', written: '' };
    this.#open.push(open);
    if (index !== null) this.#byIndex.set(index, open);
    return open;
  }

  #finishOf(raw: string): ModelReply['finish'] {
    switch (raw) {
      case 'stop':
      case 'eos':
        return this.#refused ? 'filtered' : 'stop';
      case 'tool_calls':
      case 'function_call':
        return 'tool-calls';
      case 'length':
        return 'length';
      case 'content_filter':
        return 'filtered';
      default:
        return 'other';
    }
  }
}

/** Content is a text, or a list of parts of which the texts count. */
function textIn(content: Json): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[])
    .map((part) => (isJsonObject(part) && part['type'] === 'text' ? textOf(part['text']) : ''))
    .join('');
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** What an error says, its type and code included: they tell more than the words. */
export function errorText(error: Json): string {
  if (!isJsonObject(error)) return typeof error === 'string' ? error : JSON.stringify(error);
  return ['message', 'type', 'code']
    .map((name) => textOf(error[name]))
    .filter((text) => text !== '')
    .join(' ');
}
