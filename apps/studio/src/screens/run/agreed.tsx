import { useMemo } from 'react';
import { useActionTitle, usePersonName } from '../../data/names.ts';
import { QuotedLine } from '../../quote/quoted.tsx';
import { Visible } from '../../quote/visible-text.tsx';
import { type AgreedLine, agreedList } from '../../run/agreed-words.ts';
import type { RunView } from '../../run/run-view.ts';

/** What was written down of the message before anything was read, or why nothing was. */
export function Agreed({ view }: { view: RunView }) {
  const titleOf = useActionTitle();
  const personName = usePersonName();
  const list = useMemo(() => agreedList(view, titleOf), [view, titleOf]);
  if (view.agreement === null) return null;
  return (
    <section aria-label="What you asked for" className="rounded-xl border border-line px-4 py-3">
      <h2 className="text-[13px] font-semibold text-ink-2">What you asked for</h2>
      {view.agreement.kind === 'none' ? (
        <p className="mt-1.5 text-sm text-ink-2">
          Nothing was written down beforehand. <Visible text={view.agreement.reason} /> The agent
          works without a list, and asks where something could be somebody else’s idea.
        </p>
      ) : (
        list && (
          <>
            <ul className="mt-2 grid gap-3">
              {list.lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: what was agreed never changes
                <Line key={at} line={line} title={titleOf(line.action)} />
              ))}
            </ul>
            {list.added.length > 0 && (
              <ul
                aria-label="What people added"
                className="mt-3 grid gap-3 border-t border-line pt-3"
              >
                {list.added.map(({ question, by, atMost, ...line }) => (
                  <Line
                    key={question}
                    line={{ ...line, times: `${atMost} more, added by ${personName(by)}` }}
                    title={titleOf(line.action)}
                  />
                ))}
              </ul>
            )}
            {list.looking.length > 0 && (
              <p className="mt-3 text-[13px] text-ink-3">
                It may also look: {list.looking.map(titleOf).join(', ')}.
              </p>
            )}
            <p className="mt-1.5 text-[13px] text-ink-3">
              Written down before the agent read anything. Once it has read what others wrote, a
              call that is not on this list is put before you.
            </p>
          </>
        )
      )}
    </section>
  );
}

function Line({ line, title }: { line: AgreedLine; title: string }) {
  return (
    <li className="text-sm">
      <p>
        <span className="font-medium">{title}</span>, {line.times}
        <span className="ml-2 text-[13px] text-ink-3">
          {line.used === 0 ? 'not done' : `${line.used} done`}
        </span>
      </p>
      <dl className="mt-1 grid gap-x-4 gap-y-0.5 sm:grid-cols-[8rem_1fr]">
        {line.arguments.map(({ name, words, values }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-[13px] break-all text-ink-3">
              <Visible text={name} />
            </dt>
            <dd className="min-w-0 break-words text-ink-2">
              <Visible text={words} />
              {values.map((value) => (
                <span key={JSON.stringify(value)} className="ml-1.5">
                  <QuotedLine value={value} max={120} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
