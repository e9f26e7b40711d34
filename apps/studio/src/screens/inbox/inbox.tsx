import type { QuestionView } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { keys } from '../../data/keys.ts';
import { useOpenQuestions } from '../../data/queries.ts';
import { QuestionLine } from '../../question/question-line.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { isTyping } from '../../shell/is-typing.ts';
import { classes } from '../../ui/classes.ts';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { Choice } from '../../ui/tabs.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Detail } from './detail.tsx';

/** What waits for a person, and what was answered: a list, and the one that is looked at. */
export function Inbox() {
  useTitle('Inbox');
  const { id } = useWorkspace();
  const { question: chosen } = useParams({ strict: false });
  const { show } = useSearch({ strict: false });
  const shown = show === 'answered' ? 'answered' : 'open';
  const navigate = useNavigate();
  const open = useOpenQuestions();
  const answered = useAnswered(shown === 'answered');
  const list = shown === 'open' ? open : answered;
  const items: readonly QuestionView[] = list.data ?? [];
  const first = useFirst(items, shown);
  const current = chosen ?? first;
  const search: { show?: string } = shown === 'answered' ? { show: 'answered' } : {};
  useWalk(
    items,
    current,
    (question) =>
      void navigate({ to: '/w/$ws/inbox/$question', params: { ws: id, question }, search }),
  );

  return (
    <div className={current ? 'lg:grid lg:h-dvh lg:grid-cols-[22rem_1fr]' : 'lg:h-dvh'}>
      <section
        aria-label="Questions"
        className={classes(
          'min-h-0 border-line px-5 pt-6 pb-8 lg:block lg:overflow-y-auto lg:pt-10',
          current && 'lg:border-r',
          chosen && 'hidden',
        )}
      >
        <h1 className="font-serif text-[30px] leading-tight tracking-[-0.01em]">Inbox</h1>
        <div className="mt-4">
          <Choice
            label="Which questions"
            value={shown}
            onChange={(next) =>
              void navigate({
                to: '/w/$ws/inbox',
                params: { ws: id },
                search: next === 'open' ? {} : { show: next },
              })
            }
            options={[
              { value: 'open', label: 'Open', count: open.data?.length },
              { value: 'answered', label: 'Answered' },
            ]}
          />
        </div>
        <div className="mt-3">
          {list.isPending && <SkeletonRows rows={5} />}
          {list.isError && !list.data && (
            <Problem error={list.error} retry={() => void list.refetch()} />
          )}
          {list.data && items.length === 0 && <Nothing shown={shown} />}
          <ul className="divide-y divide-line">
            {items.map((question) => (
              <li key={question.id}>
                <QuestionLine
                  question={question}
                  isCurrent={question.id === current}
                  show={search.show}
                />
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section
        aria-label="The question"
        className={classes(
          'min-h-0 lg:overflow-y-auto',
          current && 'lg:block',
          !chosen && 'hidden',
        )}
      >
        <div className="mx-auto max-w-3xl px-4 pt-4 pb-4 sm:px-8 lg:pt-12">
          <Link
            to="/w/$ws/inbox"
            params={{ ws: id }}
            search={search}
            className="-ml-1 mb-4 inline-flex min-h-9 items-center gap-1 text-sm font-medium text-ink-2 lg:hidden"
          >
            <ChevronLeft size={16} aria-hidden="true" /> Inbox
          </Link>
          {current && <Detail key={current} id={current} items={items} />}
        </div>
      </section>
    </div>
  );
}

function Nothing({ shown }: { shown: 'open' | 'answered' }) {
  return shown === 'open' ? (
    <Empty title="Nothing waits for you">
      <p>
        When an agent wants to do something that nobody provably asked for, it is held and stands
        here, with the exact arguments and where they came from.
      </p>
    </Empty>
  ) : (
    <Empty title="Nothing answered yet">
      <p>What people approved, edited or denied is kept here, with who said so.</p>
    </Empty>
  );
}

/**
 * With room for both, the first question is looked at without being asked for. It stays when it is answered: another one
 * must not slide under a hand that is about to press.
 */
function useFirst(items: readonly QuestionView[], shown: string): string | undefined {
  const [first, setFirst] = useState<{ shown: string; id: string } | null>(null);
  const candidate = items[0]?.id;
  const isSet = first?.shown === shown;
  if (!isSet && candidate !== undefined) setFirst({ shown, id: candidate });
  return isSet ? first.id : candidate;
}

/** Closed questions, the last one first. The server filters by one status, so all are read and sorted here. */
function useAnswered(enabled: boolean) {
  const { api, id } = useWorkspace();
  return useQuery({
    queryKey: [...keys.questions(id), 'answered'],
    queryFn: async () => (await api.questions.list({ limit: 200 })).items,
    enabled,
    select: (items) =>
      items
        .filter(({ status }) => status !== 'open')
        .sort((a, b) => (b.answeredAt ?? b.askedAt) - (a.answeredAt ?? a.askedAt)),
  });
}

/** J and K walk the list. By id, so that a question which arrives meanwhile moves nobody's place. */
function useWalk(
  items: readonly QuestionView[],
  current: string | undefined,
  go: (question: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return;
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0) return;
      const at = items.findIndex(({ id }) => id === current);
      const next = items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + step))];
      if (next) go(next.id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
