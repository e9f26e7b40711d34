import {
  type FileRef,
  isTainted,
  type Json,
  type JsonObject,
  type Message,
  type ModelRequest,
  type ToolCall,
} from '@countersign/contract';

/** One turn of a conversation, ready to be written in a provider's form. */
export type Turn =
  | { readonly kind: 'user'; readonly text: string }
  /** What became of calls, told after they had a result: providers take one for each call, so this stands as text. */
  | { readonly kind: 'late'; readonly text: string }
  | { readonly kind: 'model'; readonly text: string; readonly wishes: readonly Wish[] };

/** A use of a tool with what it gave. */
export interface Wish {
  /** The provider's own id. */
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly content: Json;
  readonly isError: boolean;
}

/**
 * The context as turns. Results stand with the wishes they answer; a wish without a result gets one,
 * since providers refuse the gap. What says nothing is left out, since some refuse that too.
 */
export function turnsOf({ messages }: Pick<ModelRequest, 'messages'>): readonly Turn[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' && !message.late ? [[message.wish ?? message.call, message]] : [],
    ),
  );
  const wished = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant' ? message.calls.map((one) => [one.call, one] as const) : [],
    ),
  );
  return joined(
    messages.flatMap((message): Turn[] => {
      if (message.role === 'tool')
        return message.late ? [{ kind: 'late', text: lateText(message, wished) }] : [];
      if (message.role === 'user') {
        const text = userText(message);
        return text === '' ? [] : [{ kind: 'user', text }];
      }
      const { text, calls } = message;
      const wishes = calls.map(({ id, tool, call, args }): Wish => {
        const { content, isError } = results.get(call) ?? NO_RESULT;
        // What could not be read as arguments is told in the result.
        return { id, tool, args: args ?? {}, content, isError };
      });
      return text === '' && wishes.length === 0 ? [] : [{ kind: 'model', text, wishes }];
    }),
  );
}

/** Late results that came together, as one turn: some providers want two sides to take turns. */
function joined(turns: readonly Turn[]): readonly Turn[] {
  const all: Turn[] = [];
  for (const turn of turns) {
    const last = all.at(-1);
    if (turn.kind === 'late' && last?.kind === 'late')
      all.splice(-1, 1, { kind: 'late', text: `${last.text}\n\n${turn.text}` });
    else all.push(turn);
  }
  return all;
}

/** Characters of a call's arguments that are told again, so that the model knows it by more than its id. */
const TOLD_AGAIN = 500;

/** A late result, marked as what it is. What stands in it is on one line, so that nothing in it can pass for another mark. */
function lateText(
  { call, wish, tool, content, isError }: Extract<Message, { role: 'tool' }>,
  wished: ReadonlyMap<string, ToolCall>,
): string {
  const asked = wished.get(wish ?? call);
  const args = JSON.stringify(asked?.args ?? {});
  const shown = args.length > TOLD_AGAIN ? `${args.slice(0, TOLD_AGAIN)}…` : args;
  return [
    `[System: no person wrote this. It is the late ${isError ? 'result (an error or a no)' : 'result'} of the tool call ${asked?.id ?? call}.]`,
    `Tool: ${tool}`,
    `Arguments: ${shown}`,
    `Result: ${JSON.stringify(content)}`,
  ].join('\n');
}

const NO_RESULT = { content: 'There is no result.', isError: true } as const;

/** What a person said; what they pasted is marked, since its writer is somebody else. */
function userText({ text, files = [], label }: Extract<Message, { role: 'user' }>): string {
  const said = isTainted(label.integrity) && text !== '' ? `Pasted text:\n${text}` : text;
  return [said, ...files.map(fileLine)].filter((line) => line !== '').join('\n');
}

function fileLine({ object, name, mediaType, bytes }: FileRef): string {
  return `File ${object}: ${JSON.stringify(name)}, ${mediaType}, ${bytes} bytes`;
}
