import {
  type FileRef,
  isTainted,
  type Json,
  type JsonObject,
  type Message,
  type ModelRequest,
} from '@countersign/contract';

/** One turn of a conversation, ready to be written in a provider's form. */
export type Turn =
  | { readonly kind: 'user'; readonly text: string }
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
    messages.flatMap((message) => (message.role === 'tool' ? [[message.call, message]] : [])),
  );
  return messages.flatMap((message): Turn[] => {
    if (message.role === 'tool') return [];
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
  });
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
