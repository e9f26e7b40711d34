import type { Json } from '@countersign/contract';
import { useState } from 'react';
import { classes } from '../ui/classes.ts';
import { count } from '../ui/time.ts';
import { lookalikesIn } from './lookalikes.ts';
import { unseenIn } from './visible.ts';
import { Visible } from './visible-text.tsx';

/** Characters above which a value is folded, for each line that is shown of it. */
const A_LINE = 60;

/**
 * A value as it stands, to the byte: quoted, monospaced, never as markup, so that nothing an outsider wrote can look
 * like a part of this page. Long ones are folded with their length, and opened whole.
 */
export function Quoted({
  value,
  className,
  lines: most = 8,
}: {
  value: Json;
  className?: string;
  /** Lines that are shown of it while it is folded. */
  lines?: number;
}) {
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value, null, 2);
  const [isOpen, setOpen] = useState(false);
  const lines = text.split('\n').length;
  const isLong = text.length > most * A_LINE || lines > most;
  const shown = isLong && !isOpen ? head(text, most) : text;
  return (
    <div className={classes('min-w-0', className)}>
      <div
        dir="ltr"
        className="overflow-hidden border-l-2 border-line-strong bg-sunken px-3 py-2 font-mono text-[13px] leading-[1.55] break-words whitespace-pre-wrap [unicode-bidi:isolate]"
      >
        {isText && <Mark>“</Mark>}
        <Visible text={shown} />
        {isLong && !isOpen && <span className="text-ink-3">…</span>}
        {isText && (!isLong || isOpen) && <Mark>”</Mark>}
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 cursor-pointer rounded text-[13px] font-medium text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink"
        >
          {isOpen ? 'Fold' : `Show all ${count(text.length)} characters, ${count(lines)} lines`}
        </button>
      )}
      {isText && <Warnings text={text} />}
    </div>
  );
}

/** The same in one line, cut where it gets long; for lists, where the whole stands elsewhere. */
export function QuotedLine({ value, max = 80 }: { value: Json; max?: number }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
  return (
    <span dir="ltr" className="font-mono text-[0.92em] [unicode-bidi:isolate]">
      <Visible text={line.replace(/\s+/g, ' ')} />
    </span>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="text-ink-3 select-none">
      {children}
    </span>
  );
}

function Warnings({ text }: { text: string }) {
  const unseen = unseenIn(text);
  const foreign = text.length <= 4000 ? lookalikesIn(text) : [];
  if (unseen === 0 && foreign.length === 0) return null;
  return (
    <ul className="mt-1.5 grid gap-0.5 text-[13px] text-refused">
      {unseen > 0 && (
        <li>
          {unseen === 1
            ? 'One character hides itself'
            : `${count(unseen)} characters hide themselves`}
          ; each is named where it stands.
        </li>
      )}
      {foreign.length > 0 && (
        <li>
          Letters of another alphabet that may be read as Latin ones:{' '}
          {foreign.slice(0, 6).map(({ letter, code, script }, at) => (
            <span key={code} className="font-mono">
              {at > 0 && ', '}
              {letter} ({script} {code})
            </span>
          ))}
        </li>
      )}
    </ul>
  );
}

function head(text: string, lines: number): string {
  return text
    .split('\n')
    .slice(0, lines)
    .join('\n')
    .slice(0, lines * A_LINE)
    .toWellFormed();
}
