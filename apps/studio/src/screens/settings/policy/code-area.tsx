import { useRef } from 'react';
import { classes } from '../../../ui/classes.ts';

/** Something to say of a line. */
export interface LineMark {
  readonly line: number;
  readonly tone: 'refused' | 'held';
  readonly says: string;
}

/** A text with its lines numbered, and those marked of which there is something to say. */
export function CodeArea({
  label,
  value,
  readOnly,
  marks,
  onChange,
}: {
  label: string;
  value: string;
  readOnly: boolean;
  marks: readonly LineMark[];
  onChange: (value: string) => void;
}) {
  const gutter = useRef<HTMLDivElement>(null);
  const lines = value.split('\n');
  const marked = new Map(marks.map((mark) => [mark.line, mark]));
  return (
    <div className="flex overflow-hidden rounded-lg border border-line-strong/60 bg-sheet focus-within:border-focus focus-within:outline-2 focus-within:outline-focus/30">
      <div
        ref={gutter}
        aria-hidden="true"
        className="h-96 shrink-0 overflow-hidden bg-sunken py-2 text-right font-mono text-[13px] leading-6 text-ink-2 select-none"
      >
        {lines.map((_, at) => {
          const mark = marked.get(at + 1);
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
              key={at}
              title={mark?.says}
              className={classes(
                'px-2',
                mark?.tone === 'refused' && 'bg-refused-soft font-semibold text-refused',
                mark?.tone === 'held' && 'bg-held-soft font-semibold text-held',
              )}
            >
              {at + 1}
            </div>
          );
        })}
      </div>
      <textarea
        aria-label={label}
        aria-invalid={marks.some(({ tone }) => tone === 'refused') || undefined}
        spellCheck={false}
        autoCapitalize="off"
        readOnly={readOnly}
        wrap="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
        className="h-96 min-w-0 flex-1 resize-none overflow-auto bg-transparent px-3 py-2 font-mono text-[13px] leading-6 whitespace-pre text-ink focus:outline-none"
      />
    </div>
  );
}
