import type { QuestionView } from '@countersign/contract';
import { useState } from 'react';

/** Whether a question can be answered along with others: a lost answer needs a look of its own. */
export function isPickable({ status, kind, barred }: QuestionView): boolean {
  return status === 'open' && kind === 'call' && barred === null;
}

/**
 * Which of several questions an answer is for. All that stand there at first are ticked; what comes later is not, since
 * nobody has looked at it when they press.
 */
export function usePicked(questions: readonly QuestionView[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(questions.map(({ id }) => id)),
  );
  const [known] = useState<ReadonlySet<string>>(() => new Set(questions.map(({ id }) => id)));
  const picked = questions.filter((one) => isPickable(one) && ticked.has(one.id));
  return {
    picked,
    isPicked: (id: string) => ticked.has(id),
    /** It came up after the others. */
    isNew: (id: string) => !known.has(id),
    toggle: (id: string) =>
      setTicked((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };
}

export type Picked = ReturnType<typeof usePicked>;
