import type { QuestionView } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePersonName } from '../data/names.ts';
import { Arguments } from '../quote/arguments.tsx';
import { visibleText } from '../quote/visible.ts';
import { stepOf } from '../run/run-view.ts';
import { useRecordNames, useRun } from '../run/use-run.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { Badge } from '../ui/badge.tsx';
import { Ago } from '../ui/moment.tsx';
import { Decision } from '../why/decision.tsx';
import { AnswerBar } from './answer-bar.tsx';
import { TooLate } from './answer-problem.tsx';
import { BarredNote } from './barred.tsx';
import { Closed } from './closed.tsx';
import { Doubts } from './doubts.tsx';
import { Expiry } from './expiry.tsx';
import { MoreBox } from './more-box.tsx';
import { canAddMore } from './more-calls.ts';
import { RememberBox } from './remember-box.tsx';
import { Sentence } from './sentence.tsx';
import { Supports } from './supports.tsx';
import { useAnswer } from './use-answer.ts';
import { useRemember } from './use-remember.ts';
import { consequences, EFFECTS } from './words.ts';
import { standingOf } from './yes-so-far.ts';

/**
 * A question, in the inbox and in a chat alike: the gateway's sentence, what is in doubt and where it came from, the
 * exact arguments, what each answer does, and the answers. Nothing in it is a model's summary.
 */
export function QuestionCard({
  question,
  keyboard = false,
  inChat = false,
}: {
  question: QuestionView;
  /** Whether A, D and E answer it: only for the one card a page is about. */
  keyboard?: boolean;
  inChat?: boolean;
}) {
  const { id, person } = useWorkspace();
  const answer = useAnswer(question);
  const remembering = useRemember(question);
  const view = useRun(question.run);
  const names = useRecordNames(view);
  const personName = usePersonName();
  const { word, tone } = EFFECTS[question.effect];
  const { yes, no } = consequences(question);
  const step = stepOf(view, question.call);
  const why = step?.kind === 'call' ? step.question?.why : null;
  const isOpen = question.status === 'open';
  const soFar = standingOf(question, person.id);
  const [chosen, setChosen] = useState({ question: question.id, more: 0 });
  // It belongs to the question it was chosen at, also where the card stays and the question changes.
  const mayAdd = isOpen && question.barred === null && soFar.isLast && canAddMore(question, view);
  const more = mayAdd && chosen.question === question.id ? chosen.more : 0;
  return (
    <article aria-label="Question" className="grid gap-6">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[13px] text-ink-3">
          <Badge tone={tone}>{word}</Badge>
          {question.kind === 'unknown' && <Badge tone="unknown">Answer lost</Badge>}
          <span>
            asked <Ago at={question.askedAt} /> for {personName(question.requestedBy)}
          </span>
          {question.delegated && <span>by sub-agent {visibleText(question.delegated.agent)}</span>}
          {isOpen && <Expiry at={question.expiresAt} />}
          {!inChat && (
            <Link
              to="/w/$ws/runs/$run"
              params={{ ws: id, run: question.run }}
              search={{ call: question.call }}
              className="underline decoration-line-strong underline-offset-3 hover:text-ink"
            >
              See the run
            </Link>
          )}
        </div>
        <h2 className="font-serif text-[22px] leading-[1.4] break-words sm:text-[25px]">
          {question.kind === 'unknown' && 'Did this happen? '}
          <Sentence text={question.sentence} />
        </h2>
        {question.kind === 'unknown' && (
          <p className="text-[15px] text-pretty text-ink-2">
            It was sent, and the answer was lost on the way back. It may have happened, or not. It
            is never repeated without you.
          </p>
        )}
      </header>

      {!isOpen && (
        <div className="grid gap-3">
          <TooLate question={question} error={answer.error} />
          <Closed question={question} />
        </div>
      )}

      {question.missing.length > 0 && (
        <div className="rounded-xl border border-held/35 p-4 sm:p-5">
          <h3 className="mb-4 text-[13px] font-semibold text-held">
            {isOpen ? 'In doubt' : 'What was in doubt'}
          </h3>
          <Doubts
            question={question}
            view={view}
            names={names}
            under={
              isOpen && question.barred === null && soFar.isLast
                ? (missing) => <RememberBox missing={missing} remembering={remembering} />
                : undefined
            }
          />
          {why && (
            <div className="mt-5 border-t border-line pt-4">
              <Decision why={why} args={question.args} />
            </div>
          )}
        </div>
      )}

      <div>
        <h3 className="mb-3 text-[13px] font-semibold text-ink-2">
          Exactly this, by <span className="font-mono font-normal">{question.action}</span>
        </h3>
        <Arguments args={question.args} doubted={question.missing.map(({ pointer }) => pointer)} />
      </div>

      {isOpen && (
        <>
          <Supports question={question} />
          {mayAdd && (
            <MoreBox more={more} onChange={(more) => setChosen({ question: question.id, more })} />
          )}
          <dl className="grid gap-3 text-sm text-pretty text-ink-2 sm:grid-cols-2 sm:gap-8">
            <div>
              <dt className="font-semibold text-ink">
                {question.kind === 'unknown' ? 'If you can find out' : 'If you approve'}
              </dt>
              <dd className="mt-0.5">{yes}</dd>
            </div>
            <div>
              <dt className="font-semibold text-ink">
                {question.kind === 'unknown' ? 'If you give up' : 'If you deny'}
              </dt>
              <dd className="mt-0.5">{no}</dd>
            </div>
          </dl>
          {question.barred === null ? (
            <AnswerBar
              question={question}
              answer={answer}
              remember={soFar.isLast ? remembering.chosen : []}
              more={more}
              mayApprove={!soFar.hasSaid}
              keyboard={keyboard}
              sticky={!inChat}
            />
          ) : (
            <BarredNote why={question.barred} />
          )}
        </>
      )}
    </article>
  );
}
