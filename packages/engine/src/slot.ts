import { type Asked, type Json, type Label, SYSTEM, toolNameOf } from '@countersign/contract';
import type { Slot } from './state.ts';

export type Unsettled = Exclude<Slot, { kind: 'settled' }>;
export type Settled = Extract<Slot, { kind: 'settled' }>;

/** A slot with its result. Without a label the text is our own. */
export function settled(
  { toolCall, call, note, wish }: Unsettled,
  content: Json,
  about: { readonly isError: boolean; readonly label?: Label },
): Settled {
  return {
    kind: 'settled',
    toolCall,
    message: {
      role: 'tool',
      call: call.id,
      tool: toolNameOf(call.action),
      content: note === null ? content : { note, result: content },
      isError: about.isError,
      label: about.label ?? SYSTEM,
      ...(wish === undefined ? {} : { wish }),
    },
  };
}

/** A slot about which a person is asked: before it, or after its answer was lost. */
export function asked(
  { toolCall, call, note, wish }: Unsettled,
  question: Asked,
  about: Extract<Slot, { kind: 'asked' }>['about'],
): Slot {
  return {
    ...{ kind: 'asked', toolCall, call, question, about, note },
    ...(wish === undefined ? {} : { wish }),
  };
}
