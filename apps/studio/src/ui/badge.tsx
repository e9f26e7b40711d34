import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** The states a thing can be shown in; each has its colour and is always named in words as well. */
export type Tone = 'neutral' | 'allowed' | 'held' | 'refused' | 'unknown' | 'running';

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken text-ink-2',
  allowed: 'bg-allowed-soft text-allowed',
  held: 'bg-held-soft text-held',
  refused: 'bg-refused-soft text-refused',
  unknown: 'bg-unknown-soft text-unknown',
  running: 'bg-running-soft text-running',
};

/** A short word on a tinted ground. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const DOTS: Readonly<Record<Tone, string>> = {
  neutral: 'bg-line-strong',
  allowed: 'bg-allowed',
  held: 'bg-held',
  refused: 'bg-refused',
  unknown: 'bg-unknown',
  running: 'bg-running animate-pulse-soft',
};

/** A state as a dot; the word for it must stand beside it or be given to a screen reader. */
export function Dot({ tone, className }: { tone: Tone; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('inline-block size-2 shrink-0 rounded-full', DOTS[tone], className)}
    />
  );
}
