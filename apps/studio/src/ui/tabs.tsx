import { classes } from './classes.ts';

/** One of few views of the same thing. Arrow keys move, as screen readers announce for a radio group. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly {
    readonly value: T;
    readonly label: string;
    readonly count?: number | string | undefined;
  }[];
  onChange: (value: T) => void;
}) {
  return (
    <fieldset className="inline-flex w-fit gap-0.5 rounded-lg bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes(
            'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md px-3 text-[13px] font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-10',
            option.value === value ? 'bg-sheet text-ink shadow-sheet' : 'text-ink-2 hover:text-ink',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && (
            <span className="text-ink-3 tabular-nums">{option.count}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
