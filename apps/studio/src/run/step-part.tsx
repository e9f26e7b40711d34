import type { ReactNode } from 'react';

/** A named part of a step's detail. */
export function Part({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-[13px] font-semibold text-ink-2">{title}</h3>
        {aside}
      </div>
      {children}
    </div>
  );
}
