import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from './classes.ts';

/** `seal` is for putting one's name to something: approving, publishing. Nothing else has its colour. */
export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger' | 'seal';

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-ink text-paper hover:bg-ink-2 border-transparent',
  plain: 'bg-sheet text-ink border-line hover:border-line-strong',
  quiet: 'bg-transparent text-ink-2 border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-sheet text-refused border-line hover:border-refused',
  seal: 'bg-seal text-seal-ink border-transparent hover:brightness-92',
};

const SIZES = {
  small: 'min-h-8 px-2.5 text-[13px] rounded-md',
  usual: 'min-h-9 px-3.5 text-sm rounded-lg',
  large: 'min-h-11 px-5 text-[15px] rounded-lg',
} as const;

/** A button. It is `type="button"` unless it says otherwise, and easy to hit on a phone. */
export function Button({
  look = 'plain',
  size = 'usual',
  className,
  type = 'button',
  busy = false,
  disabled,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: ButtonLook;
  size?: keyof typeof SIZES;
  /** It was pressed and works on it: it cannot be pressed again until it is done. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}) {
  return (
    <button
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classes(
        'inline-flex cursor-pointer items-center justify-center gap-2 border py-1.5 font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:min-h-11',
        SIZES[size],
        LOOKS[look],
        className,
      )}
      {...rest}
    />
  );
}

/** A button that is only a picture; `label` is what it does. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<Parameters<typeof Button>[0], 'aria-label' | 'size'> & { label: string }) {
  return (
    <Button
      look="quiet"
      size="small"
      aria-label={label}
      title={label}
      className={classes('aspect-square !px-0', className)}
      {...rest}
    >
      {children}
    </Button>
  );
}
