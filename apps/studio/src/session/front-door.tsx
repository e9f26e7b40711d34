import type { ReactNode } from 'react';
import { useTitle } from '../ui/use-title.ts';

/** The page before one is in: setting up, signing in, joining. */
export function FrontDoor({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr_auto] px-5">
      <p className="flex items-center gap-2.5 pt-6 font-serif text-[19px] sm:pl-3">
        <img src="/mark.svg" alt="" width={26} height={26} /> Countersign
      </p>
      <div className="mx-auto w-full max-w-sm self-center py-12">
        <h1 className="font-serif text-[32px] leading-[1.15] tracking-[-0.01em] text-balance">
          {title}
        </h1>
        {lead && <div className="mt-2.5 text-[15px] text-pretty text-ink-2">{lead}</div>}
        <div className="mt-8">{children}</div>
      </div>
      <p className="pb-6 text-center text-[13px] text-ink-3">
        Agents that let nothing happen unasked.
      </p>
    </main>
  );
}
