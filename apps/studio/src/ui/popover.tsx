import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** A small window at the thing that was pressed. */
export function Popover({
  trigger,
  children,
  label,
}: {
  trigger: ReactElement;
  children: ReactNode;
  label: string;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={12}
          align="start"
          className="z-50 max-h-[min(60dvh,28rem)] w-[min(24rem,calc(100vw-1.5rem))] animate-enter overflow-y-auto rounded-xl border border-line bg-sheet p-4 text-sm shadow-float focus:outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
