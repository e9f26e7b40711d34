import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** A list of things to do or choose, at the thing that was pressed. */
export function Menu({
  trigger,
  children,
  align = 'start',
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={12}
          align={align}
          className="z-50 max-h-[min(70dvh,30rem)] min-w-52 animate-enter overflow-y-auto rounded-xl border border-line bg-sheet p-1.5 shadow-float focus:outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** One entry of a menu. `checked` marks the one that is chosen. */
export function MenuItem({
  children,
  onSelect,
  checked,
  hint,
}: {
  children: ReactNode;
  onSelect: () => void;
  checked?: boolean;
  hint?: ReactNode;
}) {
  return (
    <Radix.CheckboxItem
      checked={checked ?? false}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 text-sm outline-none data-highlighted:bg-hover"
    >
      <span className="min-w-0 flex-1">
        {children}
        {hint && <span className="block truncate text-[13px] text-ink-3">{hint}</span>}
      </span>
      {checked && <span aria-hidden="true">✓</span>}
    </Radix.CheckboxItem>
  );
}

/** A line between groups of entries. */
export function MenuLine() {
  return <Radix.Separator className="mx-2 my-1.5 h-px bg-line" />;
}
