import type { Missing } from '@countersign/contract';
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
  const shown = quotes.filter(({ isOrigin }) => isOrigin).length > 0 ? quotes.filter(({ isOrigin }) => isOrigin) : quotes;
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
      {!isWhole && <Quoted value={value} />}
      <p className="text-[15px] text-pretty">{becauseOf(missing)}</p>
      {origin.length > 0 && (
        <div className="text-sm text-ink-2">
          It came from{' '}
          {origin.slice(0, 3).map((source, at) => (
            <span key={source}>
              {at > 0 && ', '}
              <SourceLine source={source} names={names} />
            </span>
          ))}
          {origin.length > 3 && ` and ${origin.length - 3} more places`}.
        </div>
      )}
      {origin.length === 0 && !isWhole && shown.length === 0 && (
        <p className="text-sm text-ink-2">Where it came from is not known.</p>
      )}
      {shown.slice(0, 2).map((quote) => (
        <Quotation key={`${quote.call}${quote.pointer}`} quote={quote} names={names} view={view} />
      ))}
    </li>
  );
}
