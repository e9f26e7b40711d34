import type { Pointer } from './json.ts';

/** Something about an action's descriptor that its author should know. */
export interface ActionFinding {
  /** Where in the descriptor, as a JSON pointer. */
  readonly at: Pointer;
  readonly says: string;
  /** `refused`: the action cannot be used so. `undeclared`: it can, and what is missing counts as the strictest. */
  readonly kind: 'refused' | 'undeclared';
}

/** What was found about one action. */
export interface ActionCheck {
  /** Id of the action; null where the descriptor does not say a text. */
  readonly action: string | null;
  readonly findings: readonly ActionFinding[];
}
