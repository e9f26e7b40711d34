import { useCallback } from 'react';
import type { useOpenQuestions } from '../../data/queries.ts';
import { CardLine } from '../../question/card-line.tsx';
import type { Card } from '../../question/cards.ts';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { type Shown, searchFor } from './shown.ts';

/** The questions of the inbox; more are fetched as one comes near the end. */
export function QuestionList({
  list,
  cards,
  shown,
  current,
}: {
  list: Pick<
    ReturnType<typeof useOpenQuestions>,
    | 'error'
    | 'isError'
    | 'isPending'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
  >;
  cards: readonly Card[] | undefined;
  shown: Shown;
  /** Id of the card that is looked at. */
  current: string | undefined;
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const { show } = searchFor(shown);
  const draw = useCallback(
    (card: Card) => (
      <div className="border-b border-line">
        <CardLine card={card} isCurrent={card.id === current} show={show} />
      </div>
    ),
    [current, show],
  );
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (!cards) {
    return list.isError ? (
      <Problem error={list.error} retry={() => void list.refetch()} />
    ) : (
      <SkeletonRows rows={5} />
    );
  }
  if (cards.length === 0) return <Nothing shown={shown} />;
  return (
    <>
      <VirtualList
        label={shown === 'open' ? 'Questions that wait' : 'Questions that are closed'}
        items={cards}
        keyOf={keyOf}
        draw={draw}
        estimate={heightOf}
        current={current}
        onNearEnd={more}
      />
      {isFetchingNextPage && <SkeletonRows rows={2} />}
    </>
  );
}

function keyOf({ id }: Card): string {
  return id;
}

/** Letters that fit beside each other in the list. */
const LINE = 42;

function heightOf({ questions: [{ sentence }] }: Card): number {
  return sentence.length > LINE ? 93 : 72;
}

function Nothing({ shown }: { shown: Shown }) {
  switch (shown) {
    case 'open':
      return (
        <Empty title="Nothing waits for you">
          <p>
            When an agent wants to do something that nobody provably asked for, it is held and
            stands here, with the exact arguments and where they came from.
          </p>
        </Empty>
      );
    case 'all':
      return (
        <Empty title="No history yet">
          <p>What people approved, edited or denied is kept here, with who said so.</p>
        </Empty>
      );
    case 'approved':
      return (
        <Empty title="Nothing was approved">
          <p>Calls that a person let happen, as they were or edited, stand here.</p>
        </Empty>
      );
    case 'denied':
      return (
        <Empty title="Nothing was denied">
          <p>Calls that a person said no to stand here, with the reason they gave.</p>
        </Empty>
      );
    case 'expired':
      return (
        <Empty title="Nothing ran out of time">
          <p>Questions that nobody answered in time, or whose run ended first, stand here.</p>
        </Empty>
      );
  }
}
