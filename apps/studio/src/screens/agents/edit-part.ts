import type { AgentDefinition } from '@countersign/contract';

/** What every part of the editor works with. */
export interface EditPart {
  readonly draft: AgentDefinition;
  /** Does an edit; `what` names it for the command log. */
  readonly edit: (change: Partial<AgentDefinition>, what: string) => void;
  /** What the server said of a field, or null. */
  readonly errorOf: (field: string) => string | null;
}
