import type { JsonObject } from './json.ts';
import type { Message } from './message.ts';

/** What a model is asked: the whole of its context, in order. */
export interface ModelRequest {
  readonly connection: string;
  readonly name: string;
  readonly instructions: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens: number;
  readonly temperature?: number;
}

/** A tool as a model sees it. */
export interface ModelTool {
  /** The action id with `.` as `_`, since providers refuse dots. */
  readonly name: string;
  readonly description: string;
  readonly input: JsonObject;
}

/** What a model said. Everything in it is attacker-controlled once its context is untrusted. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly tool: string;
    readonly args: JsonObject | null;
  }[];
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'filtered' | 'other';
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** Text as it is written, before the reply is whole. Never stored, never decided on. */
export type ModelDelta =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly tool: string };

/**
 * The name a model sees for an action: `mail.send` is `mail_send`, since providers refuse dots. Messages of
 * tools carry it too. Two actions of one agent must not share it; publishing checks that.
 */
export function toolNameOf(action: string): string {
  return action.replaceAll('.', '_');
}
