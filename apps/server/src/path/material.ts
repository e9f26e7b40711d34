import { isTyped, type Label, type Message, SYSTEM } from '@countersign/contract';

/** A text that may vouch for a value (rule E1). */
export interface Vouched {
  readonly text: string;
  readonly label: Label;
}

/**
 * What the principal and the builder said in this run: typed messages and the agent's instructions. Pasted
 * blocks, files and whatever a tool gave carry labels that vouch for nothing, and are left out here already.
 */
export function materialOf(instructions: string, messages: readonly Message[]): readonly Vouched[] {
  const said = messages.flatMap((message) =>
    isTyped(message) ? [{ text: message.text, label: message.label }] : [],
  );
  return instructions === '' ? said : [{ text: instructions, label: SYSTEM }, ...said];
}
