import { useMemo } from 'react';
import { useActionTitle } from '../../data/names.ts';
import { Influence } from '../../label/influence.tsx';
import { type HeldResult, heldResults } from '../../run/held-results.ts';
import { recordNames } from '../../run/record-names.ts';
import type { RunView } from '../../run/run-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { count } from '../../ui/time.ts';

/** What the run holds outside its model's context, and how much strangers may have said by what was read out of it. */
export function Held({ view, onPick }: { view: RunView; onPick: (call: string) => void }) {
  const held = useMemo(() => heldResults(view), [view]);
  if (held === null) return null;
  const { results, bits, bitsAllowed } = held;
  return (
    <section aria-label="Held results">
      <h2 className="text-[13px] font-semibold text-ink-2">Held, and not read</h2>
      {results.length === 0 ? (
        <p className="mt-2 text-[13px] text-ink-3">
          Nothing yet. What stays outside the model’s context stands here.
        </p>
      ) : (
        <ul className="mt-2 grid max-h-96 gap-3 overflow-y-auto">
          {results.map((result) => (
            <Line
              key={result.call}
              result={result}
              view={view}
              onPick={() => onPick(result.call)}
            />
          ))}
        </ul>
      )}
      <p className="mt-3 text-[13px] text-ink-2">
        {bitsAllowed === 0
          ? 'Nothing may be read out of them.'
          : `${bits.toFixed(1)} of ${bitsAllowed} bits were read out of them, as a yes, a number or one of a list.`}
      </p>
    </section>
  );
}

function Line({
  result: { name, action, characters, label, isError },
  view,
  onPick,
}: {
  result: HeldResult;
  view: RunView;
  onPick: () => void;
}) {
  const titleOf = useActionTitle();
  return (
    <li className="grid justify-items-start gap-1 text-[13px]">
      <button
        type="button"
        onClick={onPick}
        className="min-h-6 cursor-pointer text-left font-mono break-all text-ink underline decoration-line underline-offset-2 hover:decoration-ink"
      >
        {name}
      </button>
      <span className="text-ink-3">
        {titleOf(action)}, {count(characters)} characters
      </span>
      <span className="flex flex-wrap items-center gap-1.5">
        {isError && <Badge tone="refused">failed</Badge>}
        <Influence label={label} names={recordNames(view)} />
      </span>
    </li>
  );
}
