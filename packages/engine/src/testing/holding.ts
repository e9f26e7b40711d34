import {
  type Json,
  type JsonObject,
  type Keep,
  type Label,
  type Labelled,
  type RunEvent,
  SYSTEM,
} from '@countersign/contract';
import { done, started, tainted } from './events.ts';

type Started = Extract<RunEvent, { kind: 'run.started' }>;

/** A run's start whose agent may hold what `mail.read` gives; it reads without a question and sends. */
export function holding(keep: Keep, onHold?: 'go-on'): Started {
  if (started.kind !== 'run.started') throw new Error('a start');
  const { agent } = started.start;
  const tools = ['mail.send', 'mail.read'].map((action) => ({
    ...{ action, connection: 'con_1' },
    ...(action === 'mail.read' ? { keep } : {}),
  }));
  const definition = { ...agent.definition, tools, ...(onHold ? { onHold } : {}) };
  return { ...started, start: { ...started.start, agent: { ...agent, definition } } };
}

/** A reply with these wishes, in order. */
export function wishes(call: string, all: readonly (readonly [string, JsonObject])[]): RunEvent {
  const calls = all.map(([tool, args], index) => ({ id: `w${index}`, tool, args }));
  return done(call, { text: '', calls, finish: 'tool-calls', tokensIn: 1, tokensOut: 1 });
}

/** A mail as its tool gives it: its id is the provider's, all else a stranger's. */
export function mail(call: string, value: Json, id: Label = SYSTEM): RunEvent {
  const result: Labelled = { value, label: tainted, leaves: { '/id': id } };
  return {
    ...{ kind: 'call.outcome', call, question: null },
    outcome: { kind: 'done', result, usage: {} },
  };
}
