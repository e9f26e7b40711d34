import type { OUTCOMES } from '../../data/queries.ts';

/** Which questions the inbox lists: those that wait, or those that became something. */
export type Shown = 'open' | keyof typeof OUTCOMES;

const NAMES = {
  history: 'all',
  approved: 'approved',
  denied: 'denied',
  expired: 'expired',
} as const;

/** What an address asks to be shown: `?show=denied`. Anything that is not known is what waits. */
export function shownBy(show: string | undefined): Shown {
  return show !== undefined && Object.hasOwn(NAMES, show)
    ? NAMES[show as keyof typeof NAMES]
    : 'open';
}

/** The part of an address that asks for it again. */
export function searchFor(shown: Shown): { show?: string } {
  if (shown === 'open') return {};
  return { show: shown === 'all' ? 'history' : shown };
}
