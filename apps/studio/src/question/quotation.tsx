import { at, isJsonObject } from '@countersign/contract';
import { Visible } from '../quote/visible-text.tsx';
import type { Quote } from '../run/find-quotes.ts';
import type { RecordName } from '../run/record-names.ts';
import { type RunView, stepOf } from '../run/run-view.ts';

/** The text around a value where the agent read it. Outsiders wrote all of it, so all of it is quoted. */
export function Quotation({
  quote,
  names,
  view,
}: {
  quote: Quote;
  names: ReadonlyMap<string, RecordName>;
  view: RunView;
}) {
  const name = nameOf(quote, view, names);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-[13px] text-ink-3">
        {quote.isOrigin ? 'It stands there like this' : 'It also stands here'}
        {name && (
          <>
            , in “
            <Visible text={name.title.slice(0, 80)} />”
          </>
        )}
        :
      </figcaption>
      <blockquote
        dir="ltr"
        className="overflow-hidden border-l-2 border-held/50 bg-sunken px-3 py-2 font-mono text-[13px] leading-[1.55] break-words whitespace-pre-wrap text-ink-2 [unicode-bidi:isolate]"
      >
        <Visible text={quote.before} />
        <mark className="bg-held-soft font-semibold text-held">
          <Visible text={cut(quote.match)} />
        </mark>
        <Visible text={quote.after} />
      </blockquote>
    </figure>
  );
}

function nameOf(quote: Quote, view: RunView, names: ReadonlyMap<string, RecordName>) {
  const step = stepOf(view, quote.call);
  const outcome = step?.outcome?.outcome;
  if (outcome?.kind !== 'done' || !isJsonObject(outcome.result.value)) return null;
  const id = at(outcome.result.value, '/id');
  return typeof id === 'string' ? (names.get(id) ?? null) : null;
}

/** A long value stands whole above; here only its place matters. */
function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text;
}
