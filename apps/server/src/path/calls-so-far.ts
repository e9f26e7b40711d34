import { type Call, type Message, ordinalOf, toolNameOf } from '@countersign/contract';

/**
 * Calls of an action that the run has wished for before this one, each once. What is still asked about counts with them:
 * approved later, it is one more. What came after this one does not take its place from it.
 */
export function callsSoFar(
  messages: readonly Message[],
  call: Pick<Call, 'id' | 'action'>,
): number {
  const before = messages.flatMap((message) =>
    message.role === 'tool' &&
    message.tool === toolNameOf(call.action) &&
    message.call !== call.id &&
    ordinalOf(message.call) < ordinalOf(call.id)
      ? [message.wish ?? message.call]
      : [],
  );
  return new Set(before).size;
}
