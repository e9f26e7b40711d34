import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { useTitle } from './use-title.ts';

/** A page: its name, what it is for, what can be done, and its content. */
export function Page({
  title,
  lead,
  actions,
  children,
  width = 'usual',
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  width?: 'narrow' | 'usual' | 'wide';
}) {
  useTitle(title);
  return (
    <div
      className={classes(
        'mx-auto px-4 pt-6 pb-24 sm:px-8 sm:pt-10 lg:pt-14',
        width === 'narrow' && 'max-w-2xl',
        width === 'usual' && 'max-w-4xl',
        width === 'wide' && 'max-w-6xl',
      )}
    >
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="font-serif text-[30px] leading-[1.15] tracking-[-0.01em] text-balance sm:text-[34px]">
            {title}
          </h1>
          {lead && <div className="mt-2 max-w-xl text-[15px] text-pretty text-ink-2">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className="mt-8">{children}</div>
    </div>
  );
}

/** A part of a page with its own name. */
export function Section({
  title,
  lead,
  actions,
  children,
  className,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={classes('mt-10 first:mt-0', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-[17px] font-semibold tracking-[-0.005em]">{title}</h2>
        {actions}
      </div>
      {lead && <p className="mt-1 max-w-xl text-sm text-ink-2">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
