import type { Column, TableRow } from '@countersign/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { Influence } from '../../label/influence.tsx';
import { visibleText } from '../../quote/visible.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { ScrollX } from '../../ui/scroll-x.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { count } from '../../ui/time.ts';
import { Cell } from './cell.tsx';

/** The rows of a table, in the order of writing. */
export function TablePage() {
  const { table: wanted } = useParams({ from: '/w/$ws/tables/$table' });
  const { api, id } = useWorkspace();
  const tables = useQuery({ queryKey: keys.tables(id), queryFn: () => api.data.tables() });
  const rows = useInfiniteQuery({
    queryKey: keys.rows(id, wanted),
    queryFn: ({ pageParam }) =>
      api.data.rows(wanted, { limit: 100, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const table = tables.data?.find((one) => one.id === wanted || one.name === wanted);
  const error = tables.error ?? rows.error;
  if (error && !(table && rows.data)) {
    return (
      <Problem
        page
        error={error}
        retry={() => {
          void tables.refetch();
          void rows.refetch();
        }}
      />
    );
  }
  const items = rows.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      width="wide"
      title={table ? visibleText(table.name) : 'Table'}
      lead={
        <>
          <Link
            to="/w/$ws/tables"
            params={{ ws: id }}
            className="underline decoration-line-strong underline-offset-3"
          >
            Tables
          </Link>
          {table && ` · ${table.rows === 1 ? '1 row' : `${count(table.rows)} rows`}`}
        </>
      }
    >
      {!rows.data && <SkeletonRows />}
      {rows.data && items.length === 0 && (
        <Empty title="The table is empty">
          <p>Rows stand here as soon as an agent writes some.</p>
        </Empty>
      )}
      {items.length > 0 && (
        <Grid columns={table?.columns ?? []} rows={items} name={table?.name ?? ''} />
      )}
      {rows.hasNextPage && (
        <Button
          className="mt-5"
          busy={rows.isFetchingNextPage}
          onClick={() => void rows.fetchNextPage()}
        >
          More rows
        </Button>
      )}
    </Page>
  );
}

function Grid({
  columns,
  rows,
  name,
}: {
  columns: readonly Column[];
  rows: readonly TableRow[];
  name: string;
}) {
  const known = new Set(columns.map((column) => column.name));
  const more = [...new Set(rows.flatMap((row) => Object.keys(row.values)))].filter(
    (key) => !known.has(key),
  );
  const names = [...columns.map((column) => column.name), ...more];
  return (
    <ScrollX label={`Rows of ${visibleText(name)}`} className="-mx-4 px-4 sm:-mx-8 sm:px-8">
      <table className="w-full min-w-max border-collapse text-sm">
        <thead>
          <tr>
            {names.map((column) => (
              <th
                key={column}
                scope="col"
                className="border-b border-line-strong/50 py-2 pr-6 text-left text-[13px] font-semibold text-ink-2"
              >
                {visibleText(column)}
              </th>
            ))}
            <th
              scope="col"
              className="border-b border-line-strong/50 py-2 text-left text-[13px] font-semibold text-ink-2"
            >
              Shaped by
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="align-top hover:bg-hover/60">
              {names.map((column) => (
                <td key={column} className="max-w-80 border-b border-line py-2 pr-6">
                  <Cell value={row.values[column] ?? null} />
                </td>
              ))}
              <td className="border-b border-line py-2">
                <Influence label={row.label} short />
                {row.label.integrity === 'system' && <span className="text-ink-3">us</span>}
                {row.label.integrity === 'principal' && (
                  <span className="text-ink-3">a person</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
