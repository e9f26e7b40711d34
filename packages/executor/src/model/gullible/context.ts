import {
  canonical,
  isJsonObject,
  isTainted,
  type Json,
  type JsonObject,
  leavesOf,
  type ModelRequest,
} from '@countersign/contract';

/** One use of a tool that has come to its end. */
export interface Deed {
  readonly tool: string;
  readonly args: JsonObject;
  readonly content: Json;
  readonly failed: boolean;
}

/** A text that was read, and the message it stood in. */
export interface Reading {
  readonly text: string;
  /** Id of the mail, where it was one. */
  readonly mail: string | null;
}

/** What the gullible model knows: nothing but what it is asked with. */
export interface Context {
  /** What builder and person want, in their words. */
  readonly wishes: string;
  /** What the person typed last. */
  readonly said: string;
  /** Everything read since, in order: pasted text and what tools gave. */
  readonly readings: readonly Reading[];
  readonly deeds: readonly Deed[];
  /** Tool and arguments of each deed, to be found by. */
  readonly tried: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
  /** How many tool uses were wished for before, for the next one's id. */
  readonly wished: number;
}

/** Reads the context from the last thing the person said on; earlier turns of a conversation are over. */
export function readContext({ instructions, messages, tools }: ModelRequest): Context {
  const lastTyped = messages.findLastIndex(
    (message) => message.role === 'user' && !isTainted(message.label.integrity),
  );
  const said = messages[lastTyped];
  const typed = said?.role === 'user' ? said.text : '';
  const recent = messages.slice(lastTyped + 1);
  const wishes = recent.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const argsOf = new Map(wishes.map(({ call, args }) => [call, args ?? {}]));
  const deeds: (Deed & { readonly wish: string })[] = [];
  const readings: Reading[] = [];
  for (const message of recent) {
    if (message.role === 'user') readings.push({ text: message.text, mail: null });
    if (message.role !== 'tool') continue;
    const { tool, call, wish = call, content, isError } = message;
    const deed = { tool, args: argsOf.get(wish) ?? {}, content, failed: isError };
    const told = message.late ? deeds.findIndex((one) => one.wish === wish) : -1;
    // What comes late is what became of a deed that is known.
    if (told >= 0) deeds[told] = { ...deed, wish };
    else deeds.push({ ...deed, wish });
    readings.push(...textsIn(content));
  }
  return {
    wishes: `${instructions}\n${typed}`,
    said: typed,
    readings,
    deeds,
    tried: new Set(deeds.map(({ tool, args }) => keyOf(tool, args))),
    tools: new Set(tools.map(({ name }) => name)),
    wished: messages.reduce(
      (sum, message) => sum + (message.role === 'assistant' ? message.calls.length : 0),
      0,
    ),
  };
}

/** Whether a tool was used with these arguments, with whatever result. Nothing is tried twice. */
export function wasDone(context: Context, tool: string, args: JsonObject): boolean {
  return context.tried.has(keyOf(tool, args));
}

function keyOf(tool: string, args: JsonObject): string {
  return `${tool} ${canonical(args)}`;
}

/** What a tool gave, each time it succeeded. */
export function resultsOf(
  context: Context,
  tool: string,
): readonly (Deed & { content: JsonObject })[] {
  return context.deeds.flatMap((deed) =>
    deed.tool === tool && !deed.failed && isJsonObject(deed.content)
      ? [{ ...deed, content: deed.content }]
      : [],
  );
}

/** Texts that are long enough to say something. */
function textsIn(content: Json): readonly Reading[] {
  const id = isJsonObject(content) ? content['id'] : null;
  const mail = typeof id === 'string' && id.startsWith('msg_') ? id : null;
  return leavesOf(content).flatMap(({ value }) =>
    typeof value === 'string' && value.length >= 12 ? [{ text: value, mail }] : [],
  );
}
