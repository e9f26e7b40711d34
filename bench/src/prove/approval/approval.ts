import type { Finding, Proof } from '../proof.ts';
import { withDatabase } from '../with-database.ts';
import { type Tried, tryEdits } from './edited-calls.ts';
import { heldCalls } from './held-calls.ts';
import { tryRuntime } from './runtime-cases.ts';

/** Promise 2: a person's yes is to exactly one call, once, in time. */
export const approval: Proof = {
  name: 'approval',
  promise:
    'An approval is good for the call it was given for and nothing else: not edited by a byte, not twice, not elsewhere, not later.',
  takesCases: false,
  run: async ({ scale, progress }): Promise<Finding> => {
    const tried: Tried = { cases: 0, accepted: [] };
    const held = heldCalls(Math.ceil(6 * scale), 42);
    for (const call of held) tryEdits(call, tried);
    const edits = tried.cases;
    progress(`${edits} edits of ${held.length} held calls tried`);
    const problems = await withDatabase((database) =>
      tryRuntime(database, Math.ceil(4 * scale), tried),
    );
    const actions = new Set(held.map(({ call }) => call.action));
    return {
      cases: tried.cases,
      failures: [...tried.accepted, ...problems],
      figure: `${tried.accepted.length} of ${tried.cases} wrong approvals accepted`,
      notes: [
        `${held.length} held calls of ${actions.size} actions, each byte of each edited (${edits} cases); ${tried.cases - edits} cases on the runtime over Postgres.`,
      ],
    };
  },
};
