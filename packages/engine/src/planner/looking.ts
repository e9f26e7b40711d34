import type {
  ActionDescriptor,
  IntentContract,
  IntentSlot,
  IntentTerm,
  PinnedTool,
  ToolFacts,
} from '@countersign/contract';
import { argumentsOf } from './prompt.ts';

const OPEN: IntentTerm = { kind: 'open' };

/** Calls of one slot that a contract can bear. */
const MOST = 1_000;

/**
 * The contract with all that the agent may look at. A person who asks for something asks for the looking that it takes;
 * these slots leave every value open, so they vouch for none.
 */
export function withLooking(
  contract: IntentContract,
  tools: readonly (PinnedTool & { readonly facts: ToolFacts })[],
): IntentContract {
  return { ...contract, slots: [...contract.slots, ...tools.flatMap(lookingSlot)] };
}

function lookingSlot({
  action,
  input,
  facts: { effect },
}: Parameters<typeof withLooking>[1][number]): readonly IntentSlot[] {
  const open = Object.fromEntries(argumentsOf(input).map((pattern) => [pattern, OPEN]));
  const narrowed = lookingArguments(effect);
  return narrowed === null ? [] : [{ action, atMost: MOST, arguments: { ...open, ...narrowed } }];
}

/** What makes a call one that only looks; null where none of the action does. */
function lookingArguments(
  effect: ActionDescriptor['effect'],
): Readonly<Record<string, IntentTerm>> | null {
  if (effect === 'read') return {};
  if (typeof effect === 'string') return null;
  const looking = Object.entries(effect.of).filter(([, one]) => one === 'read');
  if (looking.length === 0) return null;
  const values = looking.map(([value]) => ({ kind: 'constant' as const, value }));
  return { [effect.by]: { kind: 'one-of', values } };
}

/** Whether an action can do more than look. */
export function acts(effect: ActionDescriptor['effect']): boolean {
  return typeof effect === 'string'
    ? effect !== 'read'
    : [effect.otherwise, ...Object.values(effect.of)].some((one) => one !== 'read');
}
