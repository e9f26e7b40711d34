import {
  type Call,
  callId,
  type Message,
  type ModelReply,
  type PinnedTool,
  SYSTEM,
  type ToolCall,
  toolNameOf,
} from '@countersign/contract';
import { askedAlready, isAside } from './aside.ts';
import { withMessage } from './context.ts';
import { endWith, goOn } from './slots.ts';
import type { Slot, TurnState } from './state.ts';

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
  const tool = state.start.agent.tools.find(
    (candidate) => toolNameOf(candidate.action) === wish.tool,
  );
  if (!tool)
    return unusable(wish, {
      error: { code: 'TOOL_UNKNOWN', message: 'There is no tool of that name.' },
    });
  if (wish.args === null) {
    return unusable(wish, {
      error: { code: 'ARGUMENTS_NOT_JSON', message: 'The arguments were not a JSON object.' },
    });
  }
  const call = callFor(state, tool, wish.call, wish.args);
  const slot = { kind: 'open', toolCall: wish.id, call, approval: null, note: null } as const;
  return isAside(state, call) ? askedAlready(slot) : slot;
}

function callFor(state: TurnState, tool: PinnedTool, id: string, args: Call['args']): Call {
  return {
    id,
    actor: state.start.actor,
    action: tool.action,
    pin: tool.pin,
    args,
    connection: tool.connection,
    context: state.context,
    leaves: {},
  };
}

/** A wish that never becomes a call. What is told quotes nothing, so it is our own text. */
function unusable(wish: ToolCall, content: { error: { code: string; message: string } }): Slot {
  return {
    kind: 'settled',
    toolCall: wish.id,
    message: {
      role: 'tool',
      call: wish.call,
      tool: wish.tool,
      content,
      isError: true,
      label: SYSTEM,
    },
  };
}
