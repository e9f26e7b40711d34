import type { Label } from './label.ts';

/**
 * What became of a memory. `waiting`: it was written where strangers could have had a hand in it, is read with that
 * label, and nobody has looked at it yet. `active`: it was written in a clean context, or a person has approved it.
 */
export const MEMORY_STATUSES = [
  'active',
  'waiting',
  'rejected',
  'forgotten',
  'rolled-back',
] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** Days that a memory may be kept for. None is kept for ever. */
export const MEMORY_DAYS = { least: 1, most: 365, usual: 90 } as const;

/** Most UTF-16 units of a memory's text. */
export const MEMORY_TEXT = 4_000;

/** Whose memory it is. No argument of a call names another one: it is taken from whom the call acts for. */
export interface MemoryPlace {
  readonly person: string;
  readonly agent: string;
}

/** One thing that an agent keeps between runs. Times in milliseconds since 1970. */
export interface MemoryItem extends MemoryPlace {
  readonly id: string;
  /** Attacker-controlled wherever the label says so. Null once it was erased. */
  readonly text: string | null;
  /** The join of the context it was written in, its arguments and what it supersedes; a review raises its integrity. */
  readonly label: Label;
  /** The run and call that wrote it; null where a person wrote it by an edit. */
  readonly run: string | null;
  readonly call: string | null;
  readonly createdAt: number;
  /** It is read no more from then on, and its text is erased. */
  readonly expiresAt: number;
  /** The memory that it replaces. */
  readonly supersedes: string | null;
  readonly status: MemoryStatus;
  /** Status before it was rejected, forgotten or rolled back; null otherwise. */
  readonly before: MemoryStatus | null;
  /** The rollback that took it; null otherwise. */
  readonly rollback: string | null;
  /** When its status last changed, and by whom: a person, or the call of an agent. */
  readonly changedAt: number | null;
  readonly changedBy: string | null;
  /** The person who raised it by a review, or wrote it. */
  readonly reviewedBy: string | null;
  readonly reviewedAt: number | null;
}

/** A memory with the part of its text in which what was looked for stands. */
export interface MemoryHit {
  readonly item: MemoryItem;
  readonly snippet: string;
}

/** What an agent's call keeps. */
export interface MemoryDraft extends MemoryPlace {
  readonly text: string;
  readonly label: Label;
  readonly run: string;
  readonly call: string;
  readonly supersedes: string | null;
  readonly days: number;
}
