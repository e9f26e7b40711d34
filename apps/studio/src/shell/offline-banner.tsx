import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { isUnreachable } from '../api/api-error.ts';
import { useOpenQuestions } from '../data/queries.ts';
import { Button } from '../ui/button.tsx';

/** Says when the server cannot be reached, since then what the page shows gets old. */
export function OfflineBanner() {
  const { error, isError, refetch, isFetching } = useOpenQuestions();
  const isAway = isError && isUnreachable(error);
  useQuery({
    queryKey: ['back-online'],
    queryFn: async () => (await refetch()).isSuccess,
    enabled: isAway,
    refetchInterval: isAway ? 3_000 : false,
  });
  if (!isAway) return null;
  return (
    <div
      role="status"
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 bg-held-soft px-4 py-2 text-sm text-held sm:px-8"
    >
      <CloudOff size={16} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        The server cannot be reached. What you see may be old; nothing you send now arrives.
      </span>
      <Button size="small" busy={isFetching} onClick={() => void refetch()}>
        Try now
      </Button>
    </div>
  );
}
