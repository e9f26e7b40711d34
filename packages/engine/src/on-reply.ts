import {
  type Call,
  callId,
  DELEGATE,
  EXTRACT,
  type JsonObject,
  type Message,
  type ModelReply,
  READ_VARIABLE,
  SYSTEM,
  type ToolCall,
} from '@countersign/contract';
import { askedAlready, isAside } from './aside.ts';
import { withMessage } from './context.ts';
import { chargedDelegation, passToChild } from './delegation/wish.ts';
import { bitsAllowed, charged, readExtraction } from './extraction/ask.ts';
import { endWith, goOn } from './slots.ts';
import type { Slot, ToolMessage, TurnState } from './state.ts';
import { holdsResults, type NamedTool, namedTools } from './variables/keep.ts';
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
    const [next, slots] = wishes.reduce<readonly [TurnState, readonly Slot[]]>(
      ([before, earlier], wish) => {
        const { state: after, slot } = taken(before, wish);
        return [after, [...earlier, slot]];
      },
      [heard, []],
    );
    return goOn({ ...next, phase: { kind: 'calling', slots } });
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

/** A wish as it is taken: what it asks for is charged at once, so that two of one reply cannot share the last bits. */
function taken(
  state: TurnState,
  wish: ToolCall,
): { readonly state: TurnState; readonly slot: Slot } {
  const { agent } = state.start;
  const named = namedTools(agent).find(({ name }) => name === wish.tool);
  if (!named && wish.tool === EXTRACT && bitsAllowed(agent) > 0 && wish.args !== null)
    return extracting(state, wish, wish.args);
  if (named?.tool.action === DELEGATE && wish.args !== null)
    return delegating(state, named, wish, wish.args);
  const isReading = !named && wish.tool === READ_VARIABLE && holdsResults(agent);
  const slot =
    !named && !isReading
      ? unusable(wish, 'TOOL_UNKNOWN', 'There is no tool of that name.')
      : wish.args === null
        ? unusable(wish, 'ARGUMENTS_NOT_JSON', 'The arguments were not a JSON object.')
        : named
          ? slotFor(state, named, wish, wish.args)
          : answeredHere(wish, readVariable(state, wish.args));
  return { state, slot };
}

function delegating(state: TurnState, named: NamedTool, wish: ToolCall, args: JsonObject) {
  const after = chargedDelegation(state);
  if ('problem' in after)
    return { state, slot: unusable(wish, 'DELEGATIONS_EXHAUSTED', after.problem) };
  const passed = passToChild(args, state.variables ?? []);
  if ('problem' in passed)
    return { state: after, slot: unusable(wish, 'VARIABLE_UNUSABLE', passed.problem) };
  return { state: after, slot: openSlot(state, named, wish, passed) };
}

function extracting(state: TurnState, wish: ToolCall, args: JsonObject) {
  const asked = readExtraction(state, args);
  if ('problem' in asked)
    return { state, slot: unusable(wish, 'EXTRACTION_UNUSABLE', asked.problem) };
  const after = charged(state, asked.bits);
  if ('problem' in after)
    return { state, slot: unusable(wish, 'EXTRACTION_BITS_EXHAUSTED', after.problem) };
  const { actor } = state.start;
  const call: Call = {
    ...{ id: wish.call, actor, action: EXTRACT, pin: '', args, connection: null },
    ...{ context: state.context, leaves: {} },
  };
  const slot = { kind: 'open', toolCall: wish.id, call, approval: null, note: null } as const;
  return { state: after, slot };
}

function slotFor(state: TurnState, named: NamedTool, wish: ToolCall, args: JsonObject): Slot {
  const { variables = [], start } = state;
  const passed = holdsResults(start.agent) ? passOn(args, variables) : { args, leaves: {} };
  if ('problem' in passed) return unusable(wish, 'VARIABLE_UNUSABLE', passed.problem);
  return openSlot(state, named, wish, passed);
}

function openSlot(state: TurnState, named: NamedTool, wish: ToolCall, passed: Passed): Slot {
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
