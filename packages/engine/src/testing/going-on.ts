import type { AgentDefinition, JsonObject, RunEvent } from '@countersign/contract';
import { done, started } from './events.ts';

type Started = Extract<RunEvent, { kind: 'run.started' }>;

/** A run's start whose agent holds so. */
export function starting(onHold: AgentDefinition['onHold']): Started {
  if (started.kind !== 'run.started') throw new Error('a start');
  const { agent } = started.start;
  const definition = { ...agent.definition, ...(onHold === undefined ? {} : { onHold }) };
  return { ...started, start: { ...started.start, agent: { ...agent, definition } } };
}

/** A run whose agent goes on while people are asked. */
export const going: Started = starting('go-on');

function wishes(call: string, all: readonly JsonObject[]): RunEvent {
  const calls = all.map((args, index) => ({ id: `w${index}`, tool: 'mail_send', args }));
  return done(call, { text: '', calls, finish: 'tool-calls', tokensIn: 1, tokensOut: 1 });
}

/** A reply with one wish for a mail. */
export function wishing(call: string, args: JsonObject): RunEvent {
  return wishes(call, [args]);
}

/** A reply with a wish for a mail to each of these. */
export function mailing(to: readonly string[], call = 'run_1.0'): RunEvent {
  return wishes(
    call,
    to.map((one) => ({ to: one })),
  );
}
