import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A raised surface. */
export function Sheet({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classes('rounded-xl border border-line bg-sheet shadow-sheet', className)}>
      {children}
    </div>
  );
}
