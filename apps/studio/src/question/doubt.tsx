import type { Missing } from '@countersign/contract';
import { Fragment, type ReactNode } from 'react';
import { nameOf } from '../quote/arguments.tsx';
import { Quoted } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';
import { findQuotes } from '../run/find-quotes.ts';
import type { RecordName } from '../run/record-names.ts';
import type { RunView } from '../run/run-view.ts';
import type { DoubtGroup } from './doubt-groups.ts';
import { Called, Origin } from './origin.tsx';
import { Quotation } from './quotation.tsx';
import { Within } from './within.tsx';
import { becauseOf, SINKS } from './words.ts';

/** What is in doubt about one argument: its value, why, and where it came from. */
export function Doubt({
  group,
  call,
  view,
  names,
  under,
}: {
  group: DoubtGroup;
  call: string;
  view: RunView;
  names: ReadonlyMap<string, RecordName>;
  under?: ((missing: Missing) => ReactNode) | undefined;
}) {
  const { pointer, about, within } = group;
  const [first] = about;
  const isWhole = pointer === '';
  const sink = first?.sink ?? null;
  // Text that is carried along stands whole among the arguments; what decides is shown here as well.
  const showsValue = !isWhole && sink !== 'content';
  const quotes =
    first && showsValue
      ? findQuotes(view, first.value, first.origin, call).toSorted(byOrigin).slice(0, 2)
      : [];
  return (
    <li className="grid gap-2.5 py-5 first:pt-0 last:pb-0">
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
      {first && showsValue && <Quoted value={first.value} lines={5} />}
      {first && <Called value={first.value} names={names} />}
      {about.map((missing) => (
        <p key={missing.because} className="text-[15px] text-pretty">
          {becauseOf(missing)}
        </p>
      ))}
      {first && <Origin origin={first.origin} run={view.run} names={names} />}
      {first && showsValue && first.origin.length === 0 && quotes.length === 0 && (
        <p className="text-sm text-ink-2">Where it came from is not known.</p>
      )}
      {quotes.map((quote) => (
        <Quotation key={`${quote.call}${quote.pointer}`} quote={quote} names={names} view={view} />
      ))}
      {within.length > 0 && <Within items={within} run={view.run} names={names} />}
      {under && about.map((missing) => <Fragment key={missing.because}>{under(missing)}</Fragment>)}
    </li>
  );
}

function byOrigin(a: { readonly isOrigin: boolean }, b: { readonly isOrigin: boolean }): number {
  return Number(b.isOrigin) - Number(a.isOrigin);
}
