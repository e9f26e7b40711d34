import type { DiffLine, PolicyVersion } from '@countersign/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { keys } from '../../../data/keys.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { ScrollX } from '../../../ui/scroll-x.tsx';
import { Problem, ProblemLine, SkeletonRows } from '../../../ui/states.tsx';
import { Moment } from './moment-by.tsx';

/** Every version that was in force, what it changed, and the way back to it. */
export function History({ current, mayChange }: { current: PolicyVersion; mayChange: boolean }) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const [shown, setShown] = useState<number | null>(null);
  const versions = useInfiniteQuery({
    queryKey: [...keys.policy(id), 'versions'],
    queryFn: ({ pageParam }) =>
      api.policy.versions({ limit: 20, ...(pageParam === null ? {} : { before: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const restore = useMutation({
    mutationFn: (number: number) => api.policy.restore(number, current.number),
    onSuccess: async (saved) => {
      toast(`Version ${saved.number} is in force`, { description: saved.note });
      await client.invalidateQueries({ queryKey: keys.policy(id) });
    },
  });
  if (versions.isError && !versions.data)
    return <Problem error={versions.error} retry={() => void versions.refetch()} />;
  if (!versions.data) return <SkeletonRows rows={3} />;
  const items = versions.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <p className="text-sm text-ink-2">
        Nobody has changed the policies yet; they are those of a new workspace.
      </p>
    );
  return (
    <div className="grid gap-3">
      <ol className="divide-y divide-line/70">
        {items.map(({ number, note, at, by, acceptedBy }) => (
          <li key={number} className="py-3">
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <b>Version {number}</b>
              {number === current.number && <Badge tone="allowed">in force</Badge>}
              <Moment at={at} by={by} acceptedBy={acceptedBy} />
              <span className="ml-auto flex gap-1">
                <Button
                  size="small"
                  look="quiet"
                  aria-expanded={shown === number}
                  onClick={() => setShown(shown === number ? null : number)}
                >
                  What changed in {number}
                </Button>
                {mayChange && number !== current.number && (
                  <Button
                    size="small"
                    busy={restore.isPending && restore.variables === number}
                    onClick={() => restore.mutate(number)}
                  >
                    Restore {number}
                  </Button>
                )}
              </span>
            </div>
            {note && <p className="mt-1 text-sm text-ink-2">{note}</p>}
            {shown === number && <Changes number={number} />}
          </li>
        ))}
      </ol>
      <ProblemLine error={restore.error} />
      {versions.hasNextPage && (
        <Button
          look="quiet"
          busy={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          Older versions
        </Button>
      )}
    </div>
  );
}

function Changes({ number }: { number: number }) {
  const { api, id } = useWorkspace();
  const compared = useQuery({
    queryKey: [...keys.policy(id), 'compare', number],
    queryFn: () => api.policy.compare(number - 1, number),
  });
  if (compared.isError)
    return <Problem error={compared.error} retry={() => void compared.refetch()} />;
  if (!compared.data) return <SkeletonRows rows={2} />;
  const { cedar, tests } = compared.data;
  return (
    <div className="mt-2 grid gap-2">
      <Diff label={`Text of version ${number} against the one before`} lines={cedar} />
      {tests.some(({ kind }) => kind !== 'same') && (
        <Diff label={`Tests of version ${number} against those before`} lines={tests} />
      )}
    </div>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;

/** Lines that changed, each with two beside it. */
export function Diff({ label, lines }: { label: string; lines: readonly DiffLine[] }) {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - 2), at + 3).some(({ kind }) => kind !== 'same');
  const near = lines.map((line, at) => ({ ...line, at })).filter(({ at }) => isNear(at));
  if (near.length === 0) return <p className="text-sm text-ink-2">The text is the same.</p>;
  return (
    <ScrollX label={label} className="rounded-lg border border-line">
      <pre className="w-max min-w-full py-1 font-mono text-[13px] leading-6">
        {near.map(({ kind, text, at }) => (
          <div
            key={at}
            className={classes(
              'px-3',
              kind === 'added' && 'bg-allowed-soft text-allowed',
              kind === 'removed' && 'bg-refused-soft text-refused',
            )}
          >
            {SIGNS[kind]} {text}
          </div>
        ))}
      </pre>
    </ScrollX>
  );
}
