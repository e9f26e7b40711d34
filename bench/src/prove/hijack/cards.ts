import {
  type Effect,
  effectOf,
  type Json,
  type Leaf,
  leavesOf,
  mostSpecific,
} from '@countersign/contract';
import type { Actions } from '@countersign/gateway';
import type { ToolStep } from './data.ts';

/** A call as it went, with what it gave. */
export interface Gone {
  readonly call: ToolStep;
  readonly held: boolean;
  readonly result: Json;
}

/**
 * How often a person is turned to in a run that goes on while calls are held (agents with `onHold: go-on`): held calls
 * gather, and are asked about together, until the run needs what one of them would give. On the side of too many: after a held look-up, every
 * call that carries text needs it, and every value that stands in no other result and not in the prompt.
 */
export function cardsOf(
  gone: readonly Gone[],
  prompt: string,
  actionFor: (tool: string) => ReturnType<Actions['get']>,
): number {
  let known = prompt;
  let pending: Gone[] = [];
  let cards = 0;
  const answer = () => {
    if (pending.length > 0) cards += 1;
    for (const one of pending) known += `\n${textOf(one.result)}`;
    pending = [];
  };
  for (const one of gone) {
    if (pending.some((held) => needs(one, held, known, actionFor))) answer();
    if (one.held) pending.push(one);
    else known += `\n${textOf(one.result)}`;
  }
  answer();
  return cards;
}

/** Whether a call needs what a held one would give. `known` is all that was said and read so far. */
export function needs(
  one: Pick<Gone, 'call'>,
  held: Pick<Gone, 'call' | 'result'>,
  known: string,
  actionFor: (tool: string) => ReturnType<Actions['get']>,
): boolean {
  const looked = effectIn(held, actionFor) === 'read';
  const given = textOf(held.result);
  const sinks = actionFor(one.call.function)?.descriptor.sinks ?? {};
  return leavesOf(one.call.args).some((leaf) => {
    const sink = mostSpecific(sinks, leaf.pointer) ?? 'content';
    const said = saidIn(leaf);
    if (said === '') return false;
    if (sink === 'content' || sink === 'query' || sink === 'code')
      return looked && !known.includes(said);
    return !known.includes(said) && (looked || given.includes(said));
  });
}

function effectIn(
  { call }: Pick<Gone, 'call'>,
  actionFor: (tool: string) => ReturnType<Actions['get']>,
): Effect | undefined {
  const action = actionFor(call.function);
  return action && effectOf(action.descriptor, call.args);
}

function saidIn({ value }: Leaf): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
