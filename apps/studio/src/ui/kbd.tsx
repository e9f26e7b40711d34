import type { ReactNode } from 'react';

/** A key to press. Hidden where there is no keyboard to speak of. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="hidden min-w-5 rounded border border-current/40 px-1 text-center font-sans text-[11px] leading-[18px] font-medium pointer-fine:inline-block"
    >
      {children}
    </span>
  );
}
