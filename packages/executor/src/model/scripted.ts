import {
  at,
  isJsonObject,
  type Json,
  type JsonObject,
  type Message,
  type ModelReply,
  type ModelRequest,
} from '@countersign/contract';
import { type Pace, speakWords } from './speak-words.ts';
import type { Said, Speaker } from './speaker.ts';
import { estimateTokensIn, estimateTokensOut } from './tokens.ts';

/** What playing scripts needs. */
export interface ScriptPowers {
  /** The text of the script that a connection names. */
  readonly readScript: (path: string) => Promise<string>;
  readonly pace: Pace | null;
}

/**
 * A model that plays a file: `{ "turns": [{ "text": "…", "calls": [{ "tool": "mail_list", "args": {} }] }] }`.
 * The turn is told by how often the model has spoken in this context, so a replay plays the same one. In
 * texts and arguments `{{mail_list:/messages/0/id}}` stands for that place in the tool's last result, and
 * `{{user}}` for what the person said last; an argument that is nothing else keeps its type.
 */
export function scriptedSpeaker({ readScript, pace }: ScriptPowers): Speaker {
  return async ({ request, config }, signal, onDelta) => {
    const text = await readScript(config.script ?? '').catch(() => null);
    if (text === null) return invalid('Its file cannot be read.');
    const turns = turnsOf(text);
    if (turns === null) return invalid('It is not { "turns": [ … ] }.');
    const turn = turns[request.messages.filter(({ role }) => role === 'assistant').length];
    const reply = turn ? replyOf(turn, request) : over(request);
    await speakWords(reply.text, pace, signal, onDelta);
    for (const { tool } of reply.calls) onDelta({ kind: 'tool', tool });
    return { kind: 'said', reply, bytesOut: 0 };
  };
}

interface Turn {
  readonly text: string;
  readonly calls: readonly JsonObject[];
}

function turnsOf(text: string): readonly Turn[] | null {
  let script: unknown;
  try {
    script = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(script) || !Array.isArray(script['turns'])) return null;
  return (script['turns'] as readonly Json[]).filter(isJsonObject).map((turn) => ({
    text: typeof turn['text'] === 'string' ? turn['text'] : '',
    calls: Array.isArray(turn['calls'])
      ? (turn['calls'] as readonly Json[]).filter(isJsonObject)
      : [],
  }));
}

function replyOf(turn: Turn, request: ModelRequest): ModelReply {
  const spoken = request.messages.filter(({ role }) => role === 'assistant').length;
  const calls = turn.calls.map((call, i) => {
    const args = filled(call['args'] ?? {}, request.messages);
    return {
      id: `script_${spoken + 1}_${i + 1}`,
      tool: String(call['tool'] ?? ''),
      args: isJsonObject(args) ? args : null,
    };
  });
  const text = String(filled(turn.text, request.messages));
  return counted(request, { text, calls, finish: calls.length > 0 ? 'tool-calls' : 'stop' });
}

function over(request: ModelRequest): ModelReply {
  return counted(request, { text: 'The script has ended.', calls: [], finish: 'stop' });
}

function counted(
  request: ModelRequest,
  reply: Omit<ModelReply, 'tokensIn' | 'tokensOut'>,
): ModelReply {
  return { ...reply, tokensIn: estimateTokensIn(request), tokensOut: estimateTokensOut(reply) };
}

const PLACE = /\{\{(?:(user)|([a-z][a-z0-9_]*):([^{}]*))\}\}/g;

/** The value with its places filled in; a place that names nothing is left empty. */
function filled(value: Json, messages: readonly Message[]): Json {
  if (typeof value === 'string') {
    const whole = new RegExp(`^${PLACE.source}$`).exec(value);
    if (whole) return valueAt(whole[2], whole[3], messages) ?? null;
    return value.replace(PLACE, (_all, _user, tool?: string, pointer?: string) => {
      const found = valueAt(tool, pointer, messages) ?? '';
      return typeof found === 'string' ? found : JSON.stringify(found);
    });
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => filled(item, messages));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, filled(member, messages)]),
  );
}

function valueAt(
  tool: string | undefined,
  pointer: string | undefined,
  messages: readonly Message[],
): Json | undefined {
  if (tool === undefined) return messages.findLast((message) => message.role === 'user')?.text;
  const result = messages.findLast((message) => message.role === 'tool' && message.tool === tool);
  return result?.role === 'tool' ? at(result.content, pointer ?? '') : undefined;
}

function invalid(detail: string): Said {
  return { kind: 'failed', code: 'MODEL_SCRIPT_INVALID', detail, retryAfterMs: null };
}
