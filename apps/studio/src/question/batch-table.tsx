import type { Pointer } from '@countersign/contract';
import { Leaves, nameOf } from '../quote/arguments.tsx';
import { Quoted } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';
import type { RecordName } from '../run/record-names.ts';
import { Facts, labelOf, Tick } from './batch-call.tsx';
import { compareArguments } from './compare-arguments.ts';
import type { DoubtGroup } from './doubt-groups.ts';
import { Origin } from './origin.tsx';
import type { BatchItem } from './use-batch.ts';
import { Within } from './within.tsx';
import { becauseOf } from './words.ts';

/** Many calls of one action: what they have in common once, and a row for each with all that differs. */
export function BatchTable({
  items,
  own,
  names,
}: {
  items: readonly BatchItem[];
  /** By question: what it has in doubt that others have not. */
  own: ReadonlyMap<string, readonly DoubtGroup[]>;
  names: ReadonlyMap<string, RecordName>;
}) {
  const { common, differing, rows } = compareArguments(items.map(({ question }) => question.args));
  const [first] = items;
  if (!first) return null;
  const doubted = first.question.missing.map(({ pointer }) => pointer);
  return (
    <div className="grid gap-6">
      {common.length > 0 && (
        <div>
          <h4 className="mb-3 text-[13px] font-semibold text-ink-2">
            The same in all {items.length}
          </h4>
          <Leaves leaves={common} doubted={doubted} />
        </div>
      )}
      <section
        aria-label="What differs, call by call"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        className="relative -mx-1 overflow-x-auto px-1"
      >
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr className="border-b border-line align-bottom text-[13px] text-ink-2">
              <th scope="col" className="py-2 pr-3">
                <span className="sr-only">Ticked</span>
              </th>
              <th scope="col" className="py-2 pr-4 font-semibold">
                Call
              </th>
              {differing.map((pointer) => (
                <th key={pointer} scope="col" className="py-2 pr-4 font-mono font-normal">
                  <Visible text={nameOf(pointer)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, at) => {
              const groups = own.get(item.question.id) ?? [];
              return (
                <tr key={item.question.id} className="border-b border-line align-top">
                  <td className="py-3 pr-3">
                    <Tick item={item} />
                  </td>
                  <th scope="row" className="py-3 pr-4 font-normal whitespace-nowrap">
                    <span id={labelOf(item.question)}>Call {item.number}</span>
                    <Facts item={item} />
                  </th>
                  {differing.map((pointer) => (
                    <td key={pointer} className="min-w-44 py-3 pr-4">
                      {rows[at]?.has(pointer) ? (
                        <Quoted value={rows[at]?.get(pointer) ?? null} lines={4} />
                      ) : (
                        <span className="text-ink-3">not given</span>
                      )}
                      <InDoubt
                        groups={groups.filter((group) => group.pointer === pointer)}
                        run={item.question.run}
                        names={names}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <Reasons items={items} own={own} names={names} />
    </div>
  );
}

function InDoubt({
  groups,
  run,
  names,
}: {
  groups: readonly DoubtGroup[];
  run: string;
  names: ReadonlyMap<string, RecordName>;
}) {
  return groups.map(({ pointer, about, within }) => (
    <div key={pointer} className="mt-1.5 grid gap-1">
      {about.length > 0 && <span className="text-xs font-medium text-held">in doubt</span>}
      {within.length > 0 && <Within items={within} run={run} names={names} />}
    </div>
  ));
}

/** Why each of these places is in doubt and where it came from, once for all calls that it is the same for. */
function Reasons({
  items,
  own,
  names,
}: {
  items: readonly BatchItem[];
  own: ReadonlyMap<string, readonly DoubtGroup[]>;
  names: ReadonlyMap<string, RecordName>;
}) {
  const reasons = new Map<string, Reason>();
  for (const { question, number } of items)
    for (const { pointer, about } of own.get(question.id) ?? [])
      for (const missing of about) {
        const words = becauseOf(missing);
        const { origin } = missing;
        const key = JSON.stringify([pointer, words, origin]);
        const known = reasons.get(key) ?? { pointer, words, origin, run: question.run, calls: [] };
        reasons.set(key, known);
        known.calls.push(number);
      }
  if (reasons.size === 0) return null;
  return (
    <ul aria-label="Why these are in doubt" className="grid gap-3">
      {[...reasons].map(([key, { pointer, words, origin, run, calls }]) => (
        <li key={key} className="grid gap-1 text-[15px] text-pretty">
          <p>
            <span className="font-mono text-[13px]">
              <Visible text={nameOf(pointer)} />
            </span>{' '}
            <span className="text-ink-3">{callsInWords(calls, items.length)}</span>: {words}
          </p>
          <Origin origin={origin} run={run} names={names} />
        </li>
      ))}
    </ul>
  );
}

interface Reason {
  readonly pointer: Pointer;
  readonly words: string;
  readonly origin: readonly string[];
  readonly run: string;
  /** Numbers of the calls. */
  readonly calls: number[];
}

/** `in all 12`, or the numbers of the calls. */
export function callsInWords(calls: readonly number[], all: number): string {
  if (calls.length === all) return `in all ${all}`;
  return `in ${calls.length === 1 ? 'call' : 'calls'} ${calls.join(', ')}`;
}
