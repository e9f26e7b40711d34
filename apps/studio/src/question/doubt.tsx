import type { Json, Missing } from '@countersign/contract';
import { SourceLine } from '../label/source-line.tsx';
import { nameOf } from '../quote/arguments.tsx';
import { Quoted } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';
import { findQuotes } from '../run/find-quotes.ts';
import type { RecordName } from '../run/record-names.ts';
import type { RunView } from '../run/run-view.ts';
import { Quotation } from './quotation.tsx';
import { becauseOf, SINKS } from './words.ts';

/** One thing a person must say: the value, why it is in doubt, and where it came from. */
export function Doubt({
  missing,
  call,
  view,
  names,
}: {
  missing: Missing;
  call: string;
  view: RunView;
  names: ReadonlyMap<string, RecordName>;
}) {
  const { pointer, value, sink, origin } = missing;
  const isWhole = pointer === '';
  const quotes = isWhole ? [] : findQuotes(view, value, origin, call);
  const fromOrigin = quotes.filter(({ isOrigin }) => isOrigin);
  const shown = fromOrigin.length > 0 ? fromOrigin : quotes;
  return (
    <li className="grid gap-2.5 py-4 first:pt-0 last:pb-0">
      <p className="text-sm font-medium">
        {isWhole ? (
          'The whole call'
        ) : (
          <span className="font-mono text-[13px]">
            <Visible text={nameOf(pointer)} />
          </span>
        )}
        {sink && <span className="ml-2 font-normal text-ink-3">{SINKS[sink]}</span>}
      </p>
      {!isWhole && <Quoted value={value} lines={5} />}
      <Called value={value} names={names} />
      <p className="text-[15px] text-pretty">{becauseOf(missing)}</p>
      <Origin origin={origin} run={view.run} names={names} />
      {origin.length === 0 && !isWhole && shown.length === 0 && (
        <p className="text-sm text-ink-2">Where it came from is not known.</p>
      )}
      {shown.slice(0, 2).map((quote) => (
        <Quotation key={`${quote.call}${quote.pointer}`} quote={quote} names={names} view={view} />
      ))}
    </li>
  );
}

/** Where a value came from: the very places where it stands, or, where that is not known, all that could have said it. */
function Origin({
  origin,
  run,
  names,
}: {
  origin: readonly string[];
  run: string;
  names: ReadonlyMap<string, RecordName>;
}) {
  if (origin.length === 0) return null;
  const isPlace = origin.some((source) => source.startsWith(`${run}.`));
  const words = isPlace
    ? 'The agent read it in '
    : origin.length === 1
      ? 'It came from '
      : 'It could have come from any of these: ';
  return (
    <div className="text-sm text-ink-2">
      {words}
      {origin.slice(0, 3).map((source, at) => (
        <span key={source}>
          {at > 0 && '; '}
          <SourceLine source={source} names={names} inSentence />
        </span>
      ))}
      {origin.length > 3 && ` and ${origin.length - 3} more places`}.
    </div>
  );
}

/** What an id stands for: few people know their mails by number. */
function Called({ value, names }: { value: Json; names: ReadonlyMap<string, RecordName> }) {
  if (typeof value !== 'string' || !names.has(value)) return null;
  return (
    <p className="text-sm text-ink-2">
      That is <SourceLine source={value} names={names} inSentence />.
    </p>
  );
}
