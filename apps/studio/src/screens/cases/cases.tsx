import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { visibleText } from '../../quote/visible.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Ago } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { CASE_STATES, LEVELS } from './words.ts';

/** What people should look at, the newest first. */
export function Cases() {
  const { api, id } = useWorkspace();
  const cases = useQuery({
    queryKey: keys.cases(id),
    queryFn: () => api.data.cases(200),
    refetchInterval: 15_000,
  });
  return (
    <Page title="Cases" lead="What agents found that a person should look at.">
      {cases.isPending && <SkeletonRows />}
      {cases.isError && !cases.data && (
        <Problem error={cases.error} retry={() => void cases.refetch()} />
      )}
      {cases.data?.length === 0 && (
        <Empty title="No cases yet">
          <p>
            When an agent finds something that looks wrong, it opens a case, and it stands here.
          </p>
        </Empty>
      )}
      {cases.data && cases.data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {cases.data.map((one) => (
            <li key={one.id}>
              <Link
                to="/w/$ws/cases/$case"
                params={{ ws: id, case: one.id }}
                className="-mx-2 grid grid-cols-[2.75rem_1fr_auto] items-baseline gap-x-2 rounded-lg px-2 py-3 hover:bg-hover"
              >
                <span className="text-sm text-ink-3 tabular-nums">#{one.number}</span>
                <span className="min-w-0 truncate text-[15px]">{visibleText(one.title)}</span>
                <Badge tone={CASE_STATES[one.status].tone}>{CASE_STATES[one.status].word}</Badge>
                <span className="col-start-2 flex flex-wrap items-center gap-2 text-[13px] text-ink-3">
                  <Badge tone={LEVELS[one.priority]}>{one.priority} priority</Badge>
                  <Badge tone={LEVELS[one.severity]}>{one.severity} severity</Badge>
                </span>
                <span className="text-[13px] text-ink-3">
                  <Ago at={one.createdAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
