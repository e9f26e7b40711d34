import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { classes } from './classes.ts';

/** What a control gets from its field, so that label, hint and error are read out with it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A labelled control with a hint, and the error that the server or we have found. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  optional?: boolean;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classes('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional && <span className="ml-1.5 font-normal text-ink-3">optional</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-[13px] text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-[13px] text-refused">
          {error}
        </p>
      )}
    </div>
  );
}

const CONTROL =
  'w-full rounded-lg border border-line-strong/60 bg-sheet px-3 py-2 text-[15px] text-ink transition-colors hover:border-line-strong focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus/30 disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-refused pointer-coarse:text-base';

/** A line of text. */
export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input className={classes(CONTROL, className)} {...rest} />;
}

/** Several lines of text; it grows with them where the browser can. */
export function Textarea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <textarea
      className={classes(CONTROL, 'field-sizing-content min-h-20 leading-relaxed', className)}
      {...rest}
    />
  );
}

/** A choice of few, the browser's own, which works everywhere. */
export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <select className={classes(CONTROL, 'min-h-10 cursor-pointer pr-8', className)} {...rest} />
  );
}

/** A yes or no with the words for it. */
export function Check({
  label,
  hint,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    <div className="flex gap-2.5">
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-1 size-4 shrink-0 cursor-pointer accent-ink"
        {...rest}
      />
      <div>
        <label htmlFor={id} className="cursor-pointer text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-[13px] text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
