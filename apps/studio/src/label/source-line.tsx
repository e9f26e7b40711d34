import { QuotedLine } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';
import type { RecordName } from '../run/record-names.ts';
import { sourceWords } from './source.ts';

/** One source of a value: what it is in our words, what it calls itself in quotes, and its id. */
export function SourceLine({
  source,
  names,
  inSentence = false,
}: {
  source: string;
  names?: ReadonlyMap<string, RecordName> | undefined;
  /** It stands within a sentence, not in a list. */
  inSentence?: boolean;
}) {
  const { kind, name, record, field } = sourceWords(source, names);
  return (
    <span className="min-w-0 break-words">
      {inSentence ? within(kind) : kind}
      {name && (
        <>
          {' '}
          “<QuotedLine value={name.title} max={70} />”
          {name.from && (
            <>
              {' '}
              from <QuotedLine value={name.from} max={60} />
            </>
          )}
        </>
      )}
      {field && (
        <>
          , field{' '}
          <span className="font-mono text-[0.92em]">
            <Visible text={field} />
          </span>
        </>
      )}
      {!name && !kind.startsWith('Result of') && (
        <span className="ml-1.5 font-mono text-[0.85em] break-all text-ink-3">
          <Visible text={record} />
        </span>
      )}
    </span>
  );
}

function within(kind: string): string {
  return kind.startsWith('What')
    ? kind.toLowerCase()
    : `the ${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
}
