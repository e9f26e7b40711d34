import { isTainted, type Label } from '@countersign/contract';
import { ShieldQuestion } from 'lucide-react';
import type { RecordName } from '../run/record-names.ts';
import { classes } from '../ui/classes.ts';
import { Popover } from '../ui/popover.tsx';
import { SourceLine } from './source-line.tsx';

/** Says that outsiders may have shaped what it stands beside, and through what. Nothing where nobody could. */
export function Influence({
  label,
  names,
  className,
  short = false,
}: {
  label: Label;
  /** In a grid, where the column’s name says the rest. */
  short?: boolean;
  names?: ReadonlyMap<string, RecordName> | undefined;
  className?: string;
}) {
  if (!isTainted(label.integrity)) return null;
  const { provenance } = label;
  const isHostile = label.integrity === 'hostile';
  const records = recordsOf(label);
  return (
    <Popover
      label="What influenced this"
      trigger={
        <button
          type="button"
          className={classes(
            'inline-flex min-h-6 cursor-pointer items-center gap-1.5 rounded-full border px-2 py-0.5 text-xs font-medium',
            isHostile
              ? 'border-refused/40 text-refused hover:bg-refused-soft'
              : 'border-held/35 text-held hover:bg-held-soft',
            className,
          )}
        >
          <ShieldQuestion size={13} aria-hidden="true" />
          {short ? records : `Influenced by ${records}`}
        </button>
      }
    >
      <p className="font-medium">
        {isHostile
          ? 'This was shaped by content that is known to be hostile.'
          : 'This was shaped by things that anyone could have written.'}
      </p>
      <p className="mt-1 text-ink-2">
        A model cannot be trusted to keep what it reads apart from what it is told. So whatever it
        says after reading these counts as theirs, too.
      </p>
      {provenance.kind === 'sources' && provenance.sources.length > 0 && (
        <ul className="mt-3 grid gap-2 border-t border-line pt-3">
          {provenance.sources.slice(0, 20).map((source) => (
            <li key={source} className="flex text-[13px]">
              <SourceLine source={source} names={names} />
            </li>
          ))}
          {provenance.sources.length > 20 && (
            <li className="text-[13px] text-ink-3">and {provenance.sources.length - 20} more</li>
          )}
        </ul>
      )}
      {provenance.kind === 'many' && (
        <p className="mt-3 border-t border-line pt-3 text-[13px] text-ink-2">
          At least {provenance.atLeast} fields: too many to keep the list of.
        </p>
      )}
      <p className="mt-3 border-t border-line pt-3 text-[13px] text-ink-2">
        May be read by {readersOf(label)}.
      </p>
    </Popover>
  );
}

/** The same in one word, where there is no room to press. */
export function influenceWord(label: Label): string {
  switch (label.integrity) {
    case 'system':
      return 'ours';
    case 'principal':
      return 'yours';
    case 'untrusted':
      return 'anyone’s';
    case 'hostile':
      return 'hostile';
  }
}

function recordsOf({ provenance }: Label): string {
  if (provenance.kind === 'many') return `over ${provenance.atLeast} sources`;
  const records = new Set(provenance.sources.map((source) => source.split('#')[0]));
  if (records.size === 0) return 'outsiders';
  return records.size === 1 ? 'one source' : `${records.size} sources`;
}

function readersOf({ readers }: Label): string {
  if (readers === 'public') return 'everybody';
  if (readers.length === 0) return 'nobody in common: nothing may be sent on';
  const words = readers
    .slice(0, 6)
    .map((reader) => reader.replace(/^(user|workspace|mail|maildomain|host):/, '$1 '));
  return words.join(', ') + (readers.length > 6 ? ` and ${readers.length - 6} more` : '');
}
