import type { Call } from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import type { Refusal } from './refusal.ts';
import type { Situation } from './situation.ts';

/**
 * Step 1: the action that a call names, if this agent's version has it, unchanged since it was pinned, with
 * the connection the version binds to it. Fails closed on any difference.
 */
export function resolve(
  call: Pick<Call, 'action' | 'pin' | 'connection'>,
  situation: Pick<Situation, 'actions' | 'tools' | 'connection'>,
): { readonly kind: 'resolved'; readonly action: RegisteredAction } | Refusal {
  const action = situation.actions.get(call.action);
  if (!action) return refusal('ACTION_UNKNOWN', 'There is no such action.');
  if (action.sinks.includes('ctl'))
    return refusal('PLATFORM_CONTROL', 'The action changes the platform; no agent may call it.');
  const tools = situation.tools.filter((tool) => tool.action === call.action);
  if (tools.length === 0)
    return refusal('TOOL_NOT_ATTACHED', 'The agent’s version does not have this tool.');
  const tool = tools.find((one) => one.connection === call.connection);
  if (!tool)
    return refusal(
      'TOOL_NOT_ATTACHED',
      'The agent’s version has this tool with another connection.',
    );
  if (tool.pin !== action.pin || call.pin !== action.pin)
    return refusal(
      'TOOL_CHANGED',
      'The tool has changed since the agent’s version was published; review it and publish again.',
    );
  const needed = action.descriptor.connection;
  const { connection } = situation;
  if (call.connection === null) {
    if (needed !== null)
      return refusal('CONNECTION_MISSING', `The tool needs a connection of kind ${needed}.`);
  } else if (connection?.id !== call.connection || (needed ?? connection.kind) !== connection.kind)
    return refusal(
      'CONNECTION_MISSING',
      'The tool’s connection is gone or of another kind; an operator must set it up.',
    );
  return { kind: 'resolved', action };
}

function refusal(code: Refusal['code'], reason: string): Refusal {
  return { kind: 'refused', code, reason };
}
