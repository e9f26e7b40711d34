import type { QuestionView } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePersonName } from '../data/names.ts';
import { Arguments } from '../quote/arguments.tsx';
import { Visible } from '../quote/visible-text.tsx';
import type { RecordName } from '../run/record-names.ts';
import type { RunView } from '../run/run-view.ts';
import { useRecordNames, useRun } from '../run/use-run.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { Ago } from '../ui/moment.tsx';
import { BarredNote } from './barred.tsx';
import { BatchBar } from './batch-bar.tsx';
import { BatchCall } from './batch-call.tsx';
import { BatchTable, callsInWords } from './batch-table.tsx';
import { Doubt } from './doubt.tsx';
import type { DoubtGroup } from './doubt-groups.ts';
import { Expiry } from './expiry.tsx';
import { QuestionCard } from './question-card.tsx';
import { sharedDoubts } from './shared-doubts.ts';
import { type BatchItem, useBatch } from './use-batch.ts';

/** Calls of one action above which they stand in a table. */
const A_TABLE = 8;

/** All that one run asks, as one card with one answer for what is ticked; each can also be answered alone. */
export function BatchCard({
  questions,
  keyboard = false,
  inRun = false,
}: {
  questions: readonly QuestionView[];
  keyboard?: boolean;
  /** It stands on the page of its run. */
  inRun?: boolean;
}) {
  const [alone, setAlone] = useState<string | null>(null);
  const batch = useBatch(questions, setAlone);
  const one = questions.find(({ id }) => id === alone);
  if (one)
    return (
      <div className="grid gap-4">
        <button
          type="button"
          onClick={() => setAlone(null)}
          className="w-fit cursor-pointer rounded text-sm font-medium underline decoration-line-strong underline-offset-4"
        >
          Back to all {questions.length}
        </button>
        <QuestionCard key={one.id} question={one} keyboard={keyboard} inChat={inRun} />
      </div>
    );
  return <Together questions={questions} batch={batch} keyboard={keyboard} inRun={inRun} />;
}

function Together({
  questions,
  batch,
  keyboard,
  inRun,
}: {
  questions: readonly QuestionView[];
  batch: ReturnType<typeof useBatch>;
  keyboard: boolean;
  inRun: boolean;
}) {
  const [first] = questions;
  const view = useRun(first?.run ?? '');
  const names = useRecordNames(view);
  const open = questions.filter(({ status }) => status === 'open');
  const { shared, own } = sharedDoubts(questions);
  const numbers = new Map(batch.items.map(({ question, number }) => [question.id, number]));
  const barred = open.find((question) => question.barred !== null)?.barred ?? null;
  return (
    <article aria-label="Questions of one run" className="grid gap-6">
      <Head questions={questions} open={open} view={view} inRun={inRun} />
      {shared.length > 0 && (
        <div className="rounded-xl border border-held/35 p-4 sm:p-5">
          <h3 className="mb-4 text-[13px] font-semibold text-held">In doubt in several of them</h3>
          <div className="divide-y divide-line">
            {shared.map(({ group, questions: of }) => (
              <section key={`${group.pointer}${of.join()}`} className="py-4 first:pt-0 last:pb-0">
                <p className="mb-2 text-[13px] text-ink-3 first-letter:uppercase">
                  {callsInWords(
                    of.flatMap((id) => numbers.get(id) ?? []),
                    questions.length,
                  )}
                </p>
                <ul>
                  <Doubt
                    group={group}
                    call={questions.find(({ id }) => id === of[0])?.call ?? ''}
                    view={view}
                    names={names}
                  />
                </ul>
              </section>
            ))}
          </div>
        </div>
      )}
      {byAction(batch.items).map((items) => (
        <div key={items[0]?.question.action} className="grid gap-4">
          <h3 className="text-[13px] font-semibold text-ink-2">
            Exactly {items.length === 1 ? 'this' : 'these'}, by{' '}
            <span className="font-mono font-normal">{items[0]?.question.action}</span>
          </h3>
          {items.length > A_TABLE ? (
            <BatchTable items={items} own={own} names={names} />
          ) : (
            <ol className="divide-y divide-line">
              {items.map((item) => (
                <BatchCall key={item.question.id} item={item}>
                  <Own
                    item={item}
                    groups={own.get(item.question.id) ?? []}
                    view={view}
                    names={names}
                  />
                  <Arguments
                    args={item.question.args}
                    doubted={item.question.missing.map(({ pointer }) => pointer)}
                  />
                </BatchCall>
              ))}
            </ol>
          )}
        </div>
      ))}
      {open.length > 0 && (
        <>
          <dl className="grid gap-3 text-sm text-pretty text-ink-2 sm:grid-cols-2 sm:gap-8">
            <div>
              <dt className="font-semibold text-ink">If you approve</dt>
              <dd className="mt-0.5">
                Exactly the calls that are ticked run, each once, with these arguments and no
                others. In this run the values in doubt in them then count as yours.
              </dd>
            </div>
            <div>
              <dt className="font-semibold text-ink">If you deny</dt>
              <dd className="mt-0.5">
                None of those that are ticked happens. The agent is told that you said no, and goes
                on without them. What is not ticked stays open.
              </dd>
            </div>
          </dl>
          {barred !== null && <BarredNote why={barred} />}
          <BatchBar
            picked={batch.picked}
            open={open.map(({ id }) => id)}
            answers={batch.answers}
            keyboard={keyboard}
            sticky={!inRun}
          />
        </>
      )}
    </article>
  );
}

function Head({
  questions,
  open,
  view,
  inRun,
}: {
  questions: readonly QuestionView[];
  open: readonly QuestionView[];
  view: RunView;
  inRun: boolean;
}) {
  const { id } = useWorkspace();
  const personName = usePersonName();
  const [first] = questions;
  const name = view.start?.agent.definition.name ?? 'The agent';
  const next = Math.min(...open.map(({ expiresAt }) => expiresAt));
  return (
    <header className="grid gap-3">
      {first && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[13px] text-ink-3">
          <span>
            asked <Ago at={first.askedAt} /> for {personName(first.requestedBy)}
          </span>
          {open.length > 0 && <Expiry at={next} />}
          {!inRun && (
            <Link
              to="/w/$ws/runs/$run"
              params={{ ws: id, run: first.run }}
              search={{ call: first.call }}
              className="underline decoration-line-strong underline-offset-3 hover:text-ink"
            >
              See the run
            </Link>
          )}
        </div>
      )}
      <h2 className="font-serif text-[22px] leading-[1.4] break-words sm:text-[25px]">
        <Visible text={name} />{' '}
        {open.length === 0
          ? `asked ${questions.length} things; all are answered`
          : `asks ${open.length === 1 ? 'one thing' : `${open.length} things`}`}
      </h2>
    </header>
  );
}

/** What is in doubt in one call alone. */
function Own({
  item,
  groups,
  view,
  names,
}: {
  item: BatchItem;
  groups: readonly DoubtGroup[];
  view: RunView;
  names: ReadonlyMap<string, RecordName>;
}) {
  if (groups.length === 0) return null;
  return (
    <div className="rounded-xl border border-held/35 p-4">
      <ul className="divide-y divide-line">
        {groups.map((group) => (
          <Doubt
            key={group.pointer}
            group={group}
            call={item.question.call}
            view={view}
            names={names}
          />
        ))}
      </ul>
    </div>
  );
}

function byAction(items: readonly BatchItem[]): readonly (readonly BatchItem[])[] {
  const actions = new Set(items.map(({ question }) => question.action));
  return [...actions].map((action) => items.filter(({ question }) => question.action === action));
}
