import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { visibleText } from '../../quote/visible.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { count } from '../../ui/time.ts';

/** All tables of the workspace. */
export function Tables() {
  const { api, id } = useWorkspace();
  const tables = useQuery({ queryKey: keys.tables(id), queryFn: () => api.data.tables() });
  return (
    <Page title="Tables" lead="What agents keep. Every row remembers who could have shaped it.">
      {tables.isPending && <SkeletonRows />}
      {tables.isError && !tables.data && (
        <Problem error={tables.error} retry={() => void tables.refetch()} />
      )}
      {tables.data?.length === 0 && (
        <Empty title="No tables yet">
          <p>An agent with the table tools makes one when it has something to keep.</p>
        </Empty>
      )}
      {tables.data && tables.data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {tables.data.map((table) => (
            <li key={table.id}>
              <Link
                to="/w/$ws/tables/$table"
                params={{ ws: id, table: table.id }}
                className="-mx-2 grid grid-cols-[1fr_auto] gap-x-4 rounded-lg px-2 py-3 hover:bg-hover"
              >
                <span className="truncate text-[15px] font-medium">{visibleText(table.name)}</span>
                <span className="text-sm text-ink-3 tabular-nums">
                  {table.rows === 1 ? '1 row' : `${count(table.rows)} rows`}
                </span>
                <span className="truncate text-[13px] text-ink-3">
                  {table.columns.map((column) => visibleText(column.name)).join(', ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
