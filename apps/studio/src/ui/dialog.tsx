import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';

/** A window over the page. Escape and the button close it; focus goes back to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  wide = false,
  locked = false,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** It cannot be waved away: only what stands in it ends it. */
  locked?: boolean;
}) {
  const keep = locked ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && !locked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-(--scrim)" />
        <Radix.Content
          aria-describedby={undefined}
          {...(keep ? { onEscapeKeyDown: keep, onInteractOutside: keep } : {})}
          className={classes(
            'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] animate-enter overflow-y-auto rounded-t-2xl border border-line bg-sheet p-6 shadow-float focus:outline-none sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl',
            wide ? 'sm:max-w-2xl' : 'sm:max-w-md',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="font-serif text-[22px] leading-tight">{title}</Radix.Title>
            {!locked && (
              <Radix.Close asChild>
                <IconButton label="Close" className="-mt-1 -mr-2">
                  <X size={18} aria-hidden="true" />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {description && <div className="mt-1.5 text-sm text-ink-2">{description}</div>}
          <div className="mt-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
