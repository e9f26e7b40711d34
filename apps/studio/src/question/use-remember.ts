import type { Missing, PermissionDays, QuestionRecord, Remember } from '@countersign/contract';
import { useState } from 'react';
import { isRememberable } from './rememberable.ts';

/** Days that are chosen until somebody chooses others. */
export const USUAL: PermissionDays = 30;

/** What of a question is to be remembered with the answer: nothing until somebody ticks it. */
export interface Remembering {
  readonly chosen: readonly Remember[];
  /** Days for a value, or null where it is not ticked; undefined where it can never be. */
  daysOf(missing: Missing): PermissionDays | null | undefined;
  set(missing: Missing, days: PermissionDays | null): void;
}

/** Keeps what is ticked of one question. */
export function useRemember(question: QuestionRecord): Remembering {
  const [ticked, setTicked] = useState<{
    readonly question: string;
    readonly days: Readonly<Record<number, PermissionDays | null>>;
  }>({ question: question.id, days: {} });
  // A tick belongs to the question it was made at, also where the card stays and the question changes.
  const days = ticked.question === question.id ? ticked.days : {};
  return {
    chosen: Object.entries(days).flatMap(([place, chosen]) =>
      chosen === null ? [] : [{ missing: Number(place), days: chosen }],
    ),
    daysOf: (missing) =>
      isRememberable(question, missing)
        ? (days[question.missing.indexOf(missing)] ?? null)
        : undefined,
    set: (missing, chosen) =>
      setTicked({
        question: question.id,
        days: { ...days, [question.missing.indexOf(missing)]: chosen },
      }),
  };
}
