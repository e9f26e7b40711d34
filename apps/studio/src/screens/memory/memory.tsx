import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { Choice } from '../../ui/tabs.tsx';
import { MemoryLine } from './memory-line.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';

const SHOWN = ['read', 'waiting', 'all'] as const;
type Shown = (typeof SHOWN)[number];

const NAMES: Readonly<Record<Shown, string>> = {
  read: 'In use',
  waiting: 'To review',
  all: 'Everything',
};

/** What agents remember: where it came from, until when, and the ways to vouch for it or to take it back. */
export function Memory() {
  const { api, id } = useWorkspace();
  const [shown, setShown] = useState<Shown>('read');
  const [text, setText] = useState('');
  const [source, setSource] = useState<string | null>(null);
  const query = useDeferredValue(text.trim());
  const list = useInfiniteQuery({
    queryKey: [...keys.memories(id), shown, query],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.memories.list({
        ...(shown === 'waiting' ? { status: 'waiting' } : {}),
        ...(query === '' ? {} : { query }),
        ...(pageParam === '' ? {} : { before: pageParam }),
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 15_000,
  });
  const items = (list.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter(({ status }) => shown !== 'read' || status === 'active' || status === 'waiting');
  return (
    <Page
      title="Memory"
      lead="What agents keep between runs. What they wrote after reading strangers is marked, and never counts as your word until you approve it."
      actions={<Button onClick={() => setSource('')}>Roll back a source</Button>}
    >
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <Choice
          label="Which memories"
          value={shown}
          options={SHOWN.map((value) => ({ value, label: NAMES[value] }))}
          onChange={setShown}
        />
        <Field label="Search" className="w-full sm:w-64">
          {(control) => (
            <Input
              {...control}
              type="search"
              maxLength={500}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
      {list.isPending && <SkeletonRows />}
      {list.isError && !list.data && (
        <Problem error={list.error} retry={() => void list.refetch()} />
      )}
      {list.data && items.length === 0 && <Nothing shown={shown} isSearch={query !== ''} />}
      {items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <li key={item.id}>
              <MemoryLine item={item} onRollBack={setSource} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          className="mt-4"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {source !== null && <RollbackDialog source={source} onClose={() => setSource(null)} />}
    </Page>
  );
}

function Nothing({ shown, isSearch }: { shown: Shown; isSearch: boolean }) {
  if (isSearch)
    return (
      <Empty title="No memory has these words">
        <p>Search looks for whole words, any of them.</p>
      </Empty>
    );
  return (
    <Empty title={shown === 'waiting' ? 'Nothing waits for review' : 'Nothing is remembered'}>
      <p>An agent that is given “Remember” keeps notes for its later runs, and they stand here.</p>
    </Empty>
  );
}
