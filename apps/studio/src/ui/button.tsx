import type { ButtonHTMLAttributes } from 'react';
import { classes } from './classes.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Readonly<Record<Look, string>> = {
  primary: 'bg-ink text-paper hover:bg-ink-2 border-transparent',
  plain: 'bg-sheet text-ink border-line hover:bg-sunken',
  quiet: 'bg-transparent text-ink-2 border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-transparent text-refused border-refused/40 hover:bg-refused-soft',
};

/** A button. It is `type="button"` unless it says otherwise, and at least 36 px high. */
export function Button({
  look = 'plain',
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look }) {
  return (
    <button
      type={type}
      className={classes(
        'inline-flex min-h-9 cursor-pointer items-center justify-center gap-2 rounded-lg border px-3.5 py-1.5 text-sm font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50',
        LOOKS[look],
        className,
      )}
      {...rest}
    />
  );
}
