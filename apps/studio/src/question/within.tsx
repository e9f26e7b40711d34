import type { Missing } from '@countersign/contract';
import { QuotedLine } from '../quote/quoted.tsx';
import type { RecordName } from '../run/record-names.ts';
import { Origin } from './origin.tsx';

const SHOWN = 3;

/** Addresses and links that stand in a text: where whoever reads it may be led. Folded when they are many. */
export function Within({
  items,
  run,
  names,
}: {
  items: readonly Missing[];
  run: string;
  names: ReadonlyMap<string, RecordName>;
}) {
  const list = (shown: readonly Missing[]) => (
    <ul className="grid gap-2">
      {shown.map((missing) => (
        <li key={`${missing.because}${String(missing.value)}`} className="grid gap-0.5">
          <span className="text-sm break-words">
            <QuotedLine value={missing.value} max={200} />
          </span>
          <Origin origin={missing.origin} run={run} names={names} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="grid gap-2">
      <p className="text-[15px] text-pretty">
        {items.length === 1
          ? 'An address or link in it was not named by you; whoever reads it may be led there:'
          : `${items.length} addresses or links in it were not named by you; whoever reads it may be led there.`}
      </p>
      {items.length <= SHOWN ? (
        list(items)
      ) : (
        <details>
          <summary className="cursor-pointer text-[13px] font-medium text-ink-2 underline decoration-line-strong underline-offset-3">
            All {items.length}, with where each came from
          </summary>
          <div className="mt-3 border-l-2 border-line pl-3">{list(items)}</div>
        </details>
      )}
    </div>
  );
}
