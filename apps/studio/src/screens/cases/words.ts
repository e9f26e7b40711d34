import type { CaseRecord } from '@countersign/contract';
import type { Tone } from '../../ui/badge.tsx';

/** A case's status, as a word and a tone. */
export const CASE_STATES: Readonly<
  Record<CaseRecord['status'], { readonly word: string; readonly tone: Tone }>
> = {
  new: { word: 'New', tone: 'held' },
  in_progress: { word: 'In progress', tone: 'running' },
  resolved: { word: 'Resolved', tone: 'allowed' },
  closed: { word: 'Closed', tone: 'neutral' },
};

/** How grave a level looks. */
export const LEVELS: Readonly<Record<CaseRecord['priority'], Tone>> = {
  low: 'neutral',
  medium: 'neutral',
  high: 'held',
  critical: 'refused',
};
