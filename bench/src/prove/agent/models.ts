import { type ActionDescriptor, toolNameOf } from '@countersign/contract';
import type { Actions } from '@countersign/gateway';
import { needs } from '../hijack/cards.ts';
import type { Replay, ToolStep } from '../hijack/data.ts';
import { actionOf } from '../hijack/descriptors.ts';
import { planFor } from '../hijack/planner.ts';
import type { Heard, Model, Said } from './model-server.ts';

/** What a model does: the steps of a task one after the other, and in between what an attacker wants. */
export interface Part {
  readonly suite: string;
  readonly actions: Actions;
  readonly replay: Replay;
  /** For a model that behaves badly: what it does as soon as it has read what stands after that step. */
  readonly hijacked: { readonly after: number; readonly calls: readonly ToolStep[] } | null;
}

/**
 * A model that plans when it is asked to, takes the steps of the data in their order, goes on while calls are held, and ends
 * its turn where it needs what one of them would give. One that behaves badly obeys the attacker as soon as it has read him.
 */
export function modelFor(part: Part): Model {
  const { replay, hijacked, actions } = part;
  const descriptors = [...actions.values()].map(({ descriptor }) => descriptor);
  return (heard, hasTools) => {
    if (!hasTools) return { text: JSON.stringify(planFor(replay.prompt, descriptors)) };
    const ids = wished(heard);
    const taken = ids.filter((id) => id.startsWith('step')).length;
    const next = replay.steps[taken];
    if (hijacked !== null && !ids.some((id) => id.startsWith('evil')))
      if (taken > hijacked.after || next === undefined)
        return callsOf(part, hijacked.calls, (at) => `evil${at}`);
    if (next === undefined) return { text: 'Done.' };
    return mustWait(part, next, heard)
      ? { text: 'I wait for the answers.' }
      : callsOf(part, [next], () => `step${taken}`);
  };
}

function wished(heard: readonly Heard[]): readonly string[] {
  return heard.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
}

/** Whether a step needs what a call would give that is held. Once the model has ended its turn, it is told of all of them. */
function mustWait(
  { suite, actions, replay }: Part,
  call: ToolStep,
  heard: readonly Heard[],
): boolean {
  const ended = heard.findLastIndex(
    ({ role, tool_calls = [] }) => role === 'assistant' && tool_calls.length === 0,
  );
  const results = heard.flatMap((message, at) =>
    message.role === 'tool' ? [{ ...message, at }] : [],
  );
  const isHeld = (one: (typeof results)[number]) => one.at > ended && HELD.test(one.content ?? '');
  const known = [
    replay.prompt,
    ...heard.filter((one) => one.role !== 'assistant').map(({ content }) => content),
  ].join('\n');
  return results.filter(isHeld).some(({ tool_call_id = '' }) => {
    const step = replay.steps[Number(tool_call_id.replace('step', ''))];
    if (step === undefined) return false;
    const held = { call: step, result: step.result_json };
    return needs({ call }, held, known, (tool) => actions.get(actionOf(suite, tool)));
  });
}

/** Our own words for a held call, as models are told. */
const HELD = /a person is being asked/;

function callsOf({ suite }: Part, steps: readonly ToolStep[], idOf: (at: number) => string): Said {
  return {
    calls: steps.map((step, at) => ({
      id: idOf(at),
      tool: toolNameOf(actionOf(suite, step.function)),
      args: step.args,
    })),
  };
}

/** Descriptors of a suite, in the order they were registered. */
export function descriptorsIn(actions: Actions): readonly ActionDescriptor[] {
  return [...actions.values()].map(({ descriptor }) => descriptor);
}
