import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { MOST_APPROVALS } from '@countersign/contract';

/** How many people a policy wants to say yes, or what is wrong with what it says of that. */
export type ReadApprovals =
  | { readonly kind: 'read'; readonly approvals: number }
  | { readonly kind: 'wrong'; readonly says: string };

/** What can be asked of no person: a question to a model is never held, and an answer is a person's own. */
const NEVER_ASKED = ['generate', 'answer'];

/** Reads `@approvals`. Without it one is enough. */
export function approvalsIn(policy: PolicyJson, name: string): ReadApprovals {
  const { annotations, effect } = policy;
  const said = annotations?.['approvals'];
  const wrong = (says: string) => ({ kind: 'wrong', says }) as const;
  if (annotations === undefined || !('approvals' in annotations))
    return { kind: 'read', approvals: 1 };
  const approvals = /^\d$/.test(said ?? '') ? Number(said) : 0;
  if (approvals < 2 || approvals > MOST_APPROVALS)
    return wrong(
      `The policy "${name}" has @approvals("${said ?? ''}"); write how many people must say yes, from "2" to "${MOST_APPROVALS}". Without it one is enough.`,
    );
  if (effect === 'forbid')
    return wrong(`The policy "${name}" forbids, so nobody is asked; take its @approvals away.`);
  if (permitsNoCall(policy))
    return wrong(
      `The policy "${name}" permits nothing that people are asked about; put its @approvals on what permits the call.`,
    );
  return { kind: 'read', approvals };
}

function permitsNoCall({ action }: PolicyJson): boolean {
  const entities =
    'entities' in action ? action.entities : 'entity' in action ? [action.entity] : [];
  const acts = entities.map((one) => ('__entity' in one ? one.__entity.id : one.id));
  return acts.length > 0 && acts.every((act) => NEVER_ASKED.includes(act));
}
