import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Something wide, scrolled in its own place, by keyboard too. `label` is what a screen reader calls it. */
export function ScrollX({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll what is wide
      tabIndex={0}
      className={classes('overflow-x-auto', className)}
    >
      {children}
    </section>
  );
}
