import type { QuestionView } from '@countersign/contract';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useClosedQuestions, useOpenQuestions } from '../../data/queries.ts';
import { type Card, cardsOf, countOfCards } from '../../question/cards.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { classes } from '../../ui/classes.ts';
import { Choice } from '../../ui/tabs.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Detail } from './detail.tsx';
import { Hints } from './hints.tsx';
import { QuestionList } from './question-list.tsx';
import { type Shown, searchFor, shownBy } from './shown.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

/** What waits for a person, and what became of what waited before: a list, and the one that is looked at. */
export function Inbox() {
  useTitle('Inbox');
  const { id: ws } = useWorkspace();
  const { question: chosen } = useParams({ strict: false });
  const { show } = useSearch({ strict: false });
  const shown = shownBy(show);
  const navigate = useNavigate();
  const open = useOpenQuestions();
  const closed = useClosedQuestions(shown === 'open' ? 'all' : shown, shown !== 'open');
  const list = shown === 'open' ? open : closed;
  // What waits is asked run by run; what is over stands question by question.
  const cards = useMemo(
    () => list.data && (shown === 'open' ? cardsOf(list.data) : list.data.map(single)),
    [list.data, shown],
  );
  const ids = cards?.map(({ id }) => id) ?? [];
  const first = useFirst(ids, shown);
  const current = chosen ?? first;
  const card = cards?.find(({ questions }) => questions.some(({ id }) => id === current));
  const search = searchFor(shown);
  const turnTo = (next: Shown) =>
    void navigate({ to: '/w/$ws/inbox', params: { ws }, search: searchFor(next) });
  useInboxKeys({
    ids,
    current: card?.id ?? current,
    go: (question) =>
      void navigate({ to: '/w/$ws/inbox/$question', params: { ws, question }, search }),
    turn: () => turnTo(shown === 'open' ? 'all' : 'open'),
  });

  return (
    <div className={current ? 'lg:grid lg:h-dvh lg:grid-cols-[22rem_1fr]' : 'lg:h-dvh'}>
      <section
        aria-label="Questions"
        className={classes(
          'min-h-0 border-line lg:flex lg:flex-col',
          current && 'lg:border-r',
          chosen && 'hidden',
        )}
      >
        <div className="min-h-0 flex-1 px-5 pt-6 pb-8 lg:overflow-y-auto lg:pt-10">
          <h1 className="font-serif text-[30px] leading-tight tracking-[-0.01em]">Inbox</h1>
          <div className="mt-4 flex flex-wrap gap-2">
            <Choice
              label="Which questions"
              value={shown === 'open' ? 'open' : 'history'}
              onChange={(next) => turnTo(next === 'open' ? 'open' : 'all')}
              options={[
                { value: 'open', label: 'Open', count: countOf(open) },
                { value: 'history', label: 'History' },
              ]}
            />
            {shown !== 'open' && (
              <Choice
                label="What became of them"
                value={shown}
                onChange={turnTo}
                options={[
                  { value: 'all', label: 'All' },
                  { value: 'approved', label: 'Approved' },
                  { value: 'denied', label: 'Denied' },
                  { value: 'expired', label: 'Expired' },
                ]}
              />
            )}
          </div>
          <div className="mt-3">
            <QuestionList list={list} cards={cards} shown={shown} current={card?.id} />
          </div>
        </div>
        {ids.length > 0 && <Hints />}
      </section>
      <section
        aria-label="The question"
        className={classes(
          'min-h-0 lg:overflow-y-auto',
          current && 'lg:block',
          !chosen && 'hidden',
        )}
      >
        {/* Where the list is not shown, its heading is not there either. */}
        {chosen && <h1 className="sr-only lg:hidden">Question</h1>}
        <div className="mx-auto max-w-3xl px-4 pt-4 pb-4 sm:px-8 lg:pt-12">
          <Link
            to="/w/$ws/inbox"
            params={{ ws }}
            search={search}
            className="-ml-1 mb-4 inline-flex min-h-9 items-center gap-1 text-sm font-medium text-ink-2 lg:hidden"
          >
            <ChevronLeft size={16} aria-hidden="true" /> Inbox
          </Link>
          {current && <Detail key={current} id={current} items={list.data ?? []} />}
        </div>
      </section>
    </div>
  );
}

function countOf({ data, hasNextPage }: ReturnType<typeof useOpenQuestions>): string | undefined {
  return data && countOfCards(cardsOf(data), hasNextPage);
}

function single(question: QuestionView): Card {
  return { id: question.id, run: question.run, questions: [question] };
}

/**
 * With room for both, the first question is looked at without being asked for. It stays when it is answered: another one
 * must not slide under a hand that is about to press.
 */
function useFirst(ids: readonly string[], shown: Shown): string | undefined {
  const [first, setFirst] = useState<{ shown: Shown; id: string } | null>(null);
  const [candidate] = ids;
  const isSet = first?.shown === shown;
  if (!isSet && candidate !== undefined) setFirst({ shown, id: candidate });
  return isSet ? first.id : candidate;
}
