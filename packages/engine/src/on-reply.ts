import {
  type Call,
  callId,
  type Message,
  type ModelReply,
  SYSTEM,
  type ToolCall,
} from '@countersign/contract';
import { askedAlready, isAside } from './aside.ts';
import { withMessage } from './context.ts';
import { endWith, goOn } from './slots.ts';
import type { Slot, ToolMessage, TurnState } from './state.ts';
import { holdsResults, type NamedTool, namedTools } from './variables/keep.ts';
import { READ_VARIABLE } from './variables/offer.ts';
import { type Passed, passOn } from './variables/pass.ts';
import { readVariable } from './variables/read.ts';

/** The model has spoken: its wishes become calls, or its text ends the turn. Everything it says has the context's label. */
export function onReply(state: TurnState, reply: ModelReply): TurnState {
  const wishes = reply.calls.map((wish, index) => ({
    ...wish,
    call: callId(state.start.actor.run, state.nextOrdinal + index),
  }));
  const said: Message = {
    role: 'assistant',
    text: reply.text,
    calls: wishes.map(({ id, call, tool, args }): ToolCall => ({ id, call, tool, args })),
    label: state.context,
  };
  const heard = withMessage({ ...state, nextOrdinal: state.nextOrdinal + wishes.length }, said);
  if (wishes.length > 0) {
    return goOn({
      ...heard,
      phase: { kind: 'calling', slots: wishes.map((wish) => slotFor(heard, wish)) },
    });
  }
  if (reply.finish === 'filtered') {
    return endWith(heard, {
      kind: 'failed',
      code: 'MODEL_FILTERED',
      reason: 'The provider withheld the answer.',
    });
  }
  // What it says while something is aside are not its last words.
  if (heard.aside?.length) return goOn({ ...heard, phase: { kind: 'waiting', ending: null } });
  return endWith(heard, { kind: 'answered', text: reply.text, label: heard.context });
}

function slotFor(state: TurnState, wish: ToolCall): Slot {
  const { agent } = state.start;
  const named = namedTools(agent).find(({ name }) => name === wish.tool);
  const isReading = !named && wish.tool === READ_VARIABLE && holdsResults(agent);
  if (!named && !isReading) return unusable(wish, 'TOOL_UNKNOWN', 'There is no tool of that name.');
  if (wish.args === null)
    return unusable(wish, 'ARGUMENTS_NOT_JSON', 'The arguments were not a JSON object.');
  if (!named) return answeredHere(wish, readVariable(state, wish.args));
  const { variables = [] } = state;
  const passed = holdsResults(agent)
    ? passOn(wish.args, variables)
    : { args: wish.args, leaves: {} };
  if ('problem' in passed) return unusable(wish, 'VARIABLE_UNUSABLE', passed.problem);
  const call = callFor(state, named, wish.call, passed);
  const slot = { kind: 'open', toolCall: wish.id, call, approval: null, note: null } as const;
  return isAside(state, call) ? askedAlready(slot) : slot;
}

function callFor(state: TurnState, { tool }: NamedTool, id: string, passed: Passed): Call {
  return {
    id,
    actor: state.start.actor,
    action: tool.action,
    pin: tool.pin,
    connection: tool.connection,
    context: state.context,
    ...passed,
  };
}

/** A wish that never becomes a call. What is told quotes nothing, so it is our own text. */
function unusable(wish: ToolCall, code: string, message: string): Slot {
  return answeredHere(wish, {
    content: { error: { code, message } },
    isError: true,
    label: SYSTEM,
  });
}

/** A wish that the engine answers by itself. */
function answeredHere(
  wish: ToolCall,
  what: Pick<ToolMessage, 'content' | 'isError' | 'label'>,
): Slot {
  return {
    kind: 'settled',
    toolCall: wish.id,
    message: { role: 'tool', call: wish.call, tool: wish.tool, ...what },
  };
}
