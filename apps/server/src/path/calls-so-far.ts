import { type Call, type Message, ordinalOf, toolNameOf } from '@countersign/contract';

/** A tool call that a run has wished for, whatever became of it. `wish` is its first id, where a person changed it. */
export type Wish = Pick<Extract<Message, { role: 'tool' }>, 'call' | 'tool' | 'wish'>;

/**
 * Calls of an action that the run has wished for before this one, each once. What is under way or still asked about counts
 * with them: it is one more. What came after this one does not take its place from it.
 */
export function callsSoFar(wished: readonly Wish[], call: Pick<Call, 'id' | 'action'>): number {
  const before = wished.flatMap((one) =>
    one.tool === toolNameOf(call.action) &&
    one.call !== call.id &&
    ordinalOf(one.call) < ordinalOf(call.id)
      ? [one.wish ?? one.call]
      : [],
  );
  return new Set(before).size;
}
