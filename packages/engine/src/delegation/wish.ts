import {
  type HeldValue,
  type Json,
  type JsonObject,
  joinAll,
  type Label,
  MOST_ABOUT,
  MOST_ABOUT_CHARACTERS,
  MOST_DELEGATIONS,
  type Pointer,
  type Variable,
} from '@countersign/contract';
import type { TurnState } from '../state.ts';
import { type Passed, passOn } from '../variables/pass.ts';
import { refer } from '../variables/reference.ts';

/** A wish to delegate charged to the run, or why it may not be made. Charged by the wish, whatever comes of it. */
export function chargedDelegation(state: TurnState): TurnState | { readonly problem: string } {
  const used = state.delegations ?? 0;
  return used >= MOST_DELEGATIONS
    ? {
        problem: `A run may delegate ${MOST_DELEGATIONS} times, and this one has. Do the rest yourself, or give one sub-agent more of it.`,
      }
    : { ...state, delegations: used + 1 };
}

/**
 * The arguments of a delegation with what it is about in the place of the names. Each becomes a text with one label, that
 * of all that stands there: so a record can be handed over whole, and none of its keys is without a label.
 * Nothing held is put where it shapes the child: how many steps or which tools it has, and whether it may be started at
 * all, would tell the value without its label.
 */
export function passToChild(
  args: JsonObject,
  variables: readonly Variable[],
): Passed | { readonly problem: string } {
  const { about, ...others } = args;
  const passed = passOn(others, variables);
  if ('problem' in passed) return passed;
  if (Object.keys(passed.held ?? {}).some((place) => place !== '/task')) return { problem: SHAPES };
  if (about === undefined) return passed;
  const names = typeof about === 'string' ? [about] : about;
  if (!Array.isArray(names) || names.length > MOST_ABOUT) return { problem: NOT_NAMES };
  const texts: string[] = [];
  const leaves: Record<Pointer, Label> = { ...passed.leaves };
  const held: Record<Pointer, HeldValue> = { ...passed.held };
  for (const [at, name] of (names as readonly Json[]).entries()) {
    if (typeof name !== 'string') return { problem: NOT_NAMES };
    const referred = refer(name, variables);
    if ('problem' in referred) return { problem: `${referred.problem} ${NOT_NAMES}` };
    const { value, variable } = referred;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text.length > MOST_ABOUT_CHARACTERS)
      return { problem: 'What the task is about is too long: name a place in it.' };
    const whole = variables.find((one) => one.name === variable)?.label;
    texts.push(text);
    held[`/about/${at}`] = { variable, at: referred.at };
    // The keys of a record have no label of their own: they count as the whole.
    leaves[`/about/${at}`] = joinAll([
      referred.label,
      ...(whole && typeof value === 'object' && value !== null ? [whole] : []),
    ]);
  }
  return { args: { ...passed.args, about: texts }, leaves, held };
}

const SHAPES =
  'A held result can be what a task is about, and not what “tools”, “agent” or “limits” say: write those yourself.';
const NOT_NAMES = `“about” is a list of up to ${MOST_ABOUT} names of held results, such as $mail_read_3.`;
