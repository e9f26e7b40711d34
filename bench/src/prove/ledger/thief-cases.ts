import type { StoredCase } from './stored-case.ts';
import type { StoredEntry } from './stored-log.ts';
import { COVERINGS, forged, rewriteHistory } from './thief.ts';

/** A history that somebody would rather have had. */
export interface OtherHistory {
  readonly name: string;
  readonly entries: readonly StoredEntry[];
}

/** Histories that differ from the true one in one thing, at several places. */
export function otherHistories(history: readonly StoredEntry[]): readonly OtherHistory[] {
  const size = history.length;
  const places = [0, Math.floor(size / 3), size - 1];
  const lengths = [256, size - 1].filter((length) => length < size);
  return [
    ...places.map((at) => ({
      name: `entry ${at} says something else`,
      entries: history.map((entry, index) => (index === at ? forged(entry, FORGERY) : entry)),
    })),
    ...places.map((at) => ({
      name: `entry ${at} never was`,
      entries: history.filter((_, index) => index !== at),
    })),
    ...places.map((at) => ({
      name: `an entry is put in before ${at}`,
      entries: history.flatMap((entry, index) =>
        index === at ? [forged(entry, FORGERY), entry] : [entry],
      ),
    })),
    ...places.map((at) => ({
      name: `entries ${at} and ${(at + 5) % size} are exchanged`,
      entries: exchanged(history, at, (at + 5) % size),
    })),
    ...lengths.map((length) => ({
      name: `nothing happened after entry ${length - 1}`,
      entries: history.slice(0, length),
    })),
    ...lengths.map((length) => ({
      name: `after entry ${length - 1} other things happened, and more of them`,
      entries: [
        ...history.slice(0, length),
        ...[...history.slice(length), ...history.slice(0, 10)].map((entry, at) =>
          forged(entry, { other: at }),
        ),
      ],
    })),
  ];
}

/** Each of those histories, with each way to cover it up. */
export function thiefCases(history: readonly StoredEntry[]): readonly StoredCase[] {
  return otherHistories(history).flatMap(({ name, entries }) =>
    COVERINGS.map((covering) => ({
      name: `a thief rewrites all: ${name}, and ${covering}`,
      apply: async (log) => {
        await rewriteHistory(log, entries, covering);
        return true;
      },
    })),
  );
}

const FORGERY = { kind: 'question.answered', answer: { kind: 'approve' }, by: 'usr_somebody' };

function exchanged(history: readonly StoredEntry[], a: number, b: number): readonly StoredEntry[] {
  const other = [...history];
  const [first, second] = [history[a], history[b]];
  if (first && second) [other[a], other[b]] = [second, first];
  return other;
}
