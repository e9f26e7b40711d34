import {
  type Command,
  callId,
  digestJson,
  isTyped,
  type Json,
  joinAll,
  type Label,
  type Message,
  type ModelReply,
  type NoIntentCode,
  type Outcome,
  type PinnedTool,
  type RunEvent,
  type ToolFacts,
} from '@countersign/contract';
import { acts, withLooking } from './planner/looking.ts';
import { parsePlan } from './planner/parse-plan.ts';
import { plannerInstructions } from './planner/prompt.ts';
import { generateNext } from './slots.ts';
import type { Phase, TurnState, Typed } from './state.ts';

type Agreed = Extract<Command, { kind: 'agree' }>['event'];
type Planning = Extract<Phase, { kind: 'planning' }>;
type KnownTool = PinnedTool & { readonly facts: ToolFacts };

/**
 * The first state of a run that writes down what its message asks for (rule E2): in a context of its own, made of our
 * words, the builder's and what the person typed, so that no stranger has a hand in it.
 */
export function planFirst(state: TurnState, said: readonly Message[]): TurnState {
  const { definition, tools } = state.start.agent;
  if (definition.planning !== 'when-acting') return firstTurn(state);
  if (!isKnown(tools))
    return agreeing(
      state,
      none(
        'INTENT_TOOLS_FROM_OUTSIDE',
        'Somebody outside wrote the description of one of the agent’s tools.',
      ),
    );
  if (!tools.some(({ facts }) => acts(facts.effect))) return firstTurn(state);
  const typed = typedIn(said);
  if (typed.length === 0)
    return agreeing(
      state,
      none('INTENT_NOTHING_TYPED', 'Nothing was typed: the message is pasted or attached.'),
    );
  return {
    ...state,
    nextOrdinal: state.nextOrdinal + 1,
    phase: { kind: 'planning', call: callId(state.start.actor.run, state.nextOrdinal), typed },
  };
}

/** The question to the planner. */
export function planCommand({ start }: TurnState, { call, typed }: Planning): Command {
  const { definition, tools } = start.agent;
  const { connection, name, maxOutputTokens, temperature } = definition.model;
  return {
    kind: 'generate',
    call,
    purpose: 'plan',
    request: {
      connection,
      name,
      instructions: plannerInstructions(isKnown(tools) ? tools : [], definition.instructions),
      messages: typed,
      tools: [],
      maxOutputTokens,
      ...(temperature === undefined ? {} : { temperature }),
    },
    context: contextOf(typed),
    delayMs: 0,
  };
}

/** The planner was not asked, for a reason of the gateway's or of a limit. */
export function onPlanRefused(state: TurnState, reason: string): TurnState {
  return agreeing(state, none('INTENT_REFUSED', reason));
}

/** The planner has replied. It is asked once: without a contract the run is judged as it would be without a planner. */
export function onPlanned(state: TurnState, { typed }: Planning, outcome: Outcome): TurnState {
  return agreeing(state, agreedFrom(state, typed, outcome));
}

function agreedFrom({ start }: TurnState, typed: readonly Typed[], outcome: Outcome): Agreed {
  if (outcome.kind !== 'done')
    return none('INTENT_FAILED', 'The model was asked to plan and gave no reply.');
  // The executor's performer for `model.generate` gives exactly a ModelReply.
  const reply = outcome.result.value as unknown as ModelReply;
  const { tools } = start.agent;
  const plan = parsePlan(reply.text, tools);
  if (plan.kind === 'invalid') return none('INTENT_INVALID', plan.reason);
  if (plan.contract.slots.length === 0 || !isKnown(tools))
    return none(
      'INTENT_EMPTY',
      'The model found nothing in the message that could be written down.',
    );
  const contract = withLooking(plan.contract, tools);
  return {
    kind: 'intent.committed',
    contract,
    // A parsed contract is JSON; zod's type is wider by optional members.
    hash: digestJson(contract as unknown as Json),
    context: contextOf(typed),
  };
}

/** Our own words and the builder's come with every label below the principal's. */
function contextOf(typed: readonly Typed[]): Label {
  return joinAll(typed.map(({ label }) => label));
}

/** What was agreed is durable: it holds for the run, and the first turn begins. At any other time it says nothing. */
export function onAgreed(state: TurnState, event: Agreed): TurnState {
  if (state.phase.kind !== 'agreeing') return state;
  if (event.kind === 'intent.missing') return firstTurn(state);
  const { contract, context } = event;
  return firstTurn({
    ...state,
    intent: { contract, context, used: contract.slots.map(() => 0) },
  });
}

/** A call that took a place of the contract was performed. */
export function withPlaceTaken(
  state: TurnState,
  { place }: Extract<RunEvent, { kind: 'call.outcome' }>,
): TurnState {
  const { intent } = state;
  if (intent === undefined || place === undefined) return state;
  const used = intent.used.map((count, at) => (at === place ? count + 1 : count));
  return { ...state, intent: { ...intent, used } };
}

function firstTurn(state: TurnState): TurnState {
  return generateNext(state, { failures: 0, delayMs: 0 });
}

function agreeing(state: TurnState, event: Agreed): TurnState {
  return { ...state, phase: { kind: 'agreeing', event } };
}

function none(code: NoIntentCode, reason: string): Agreed {
  return { kind: 'intent.missing', code, reason };
}

function isKnown(tools: readonly PinnedTool[]): tools is readonly KnownTool[] {
  return tools.every(({ facts }) => facts !== undefined);
}

/** What the person typed, without the names of files beside it: whoever sent a file may have named it. */
function typedIn(said: readonly Message[]): readonly Typed[] {
  return said.flatMap((message): readonly Typed[] =>
    isTyped(message) ? [{ role: 'user', text: message.text, label: message.label }] : [],
  );
}
