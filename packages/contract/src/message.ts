import type { Json, JsonObject } from './json.ts';
import type { Label } from './label.ts';

/** One message of a model's context. Each has the label of what stands in it. */
export type Message =
  /** What a person said. Pasted blocks and files in it are parts of their own, and untrusted. */
  | {
      readonly role: 'user';
      readonly text: string;
      readonly label: Label;
      readonly files?: readonly FileRef[];
      /** A model said it to the run it delegated to: no person's words, whatever label they have. */
      readonly from?: 'agent';
    }
  /** What a model said. Its label is the context's at that time. */
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      readonly label: Label;
    }
  | {
      readonly role: 'tool';
      readonly call: string;
      readonly tool: string;
      readonly content: Json;
      readonly isError: boolean;
      readonly label: Label;
      /** The call as the model wished it, where a person's edit made another of it. */
      readonly wish?: string;
      /** It comes after the model was told that a person is being asked, in a message of its own. */
      readonly late?: true;
    };

/** Whether a person typed it: their own words, which may vouch for a value (rule E1). */
export function isTyped(message: Message): message is Extract<Message, { role: 'user' }> {
  return (
    message.role === 'user' && message.from === undefined && message.label.integrity === 'principal'
  );
}

/** A model's wish to use a tool. `id` is the provider's; `call` is ours. */
export interface ToolCall {
  readonly id: string;
  readonly call: string;
  readonly tool: string;
  /** Null where the model's text was not a JSON object: told to the model as its error. */
  readonly args: JsonObject | null;
}

/** A file beside a message, kept as an object of the workspace. */
export interface FileRef {
  readonly object: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
}
