import type { Account, Dimension } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/keys.ts';
import { useAgents } from '../../data/queries.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Section } from '../../ui/page.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';
import { bytes, count, duration } from '../../ui/time.ts';

const DIMENSIONS: readonly (readonly [Dimension, string, (amount: number) => string])[] = [
  ['tokens', 'Tokens', count],
  ['moneyMicros', 'Money', (micros) => (micros / 1_000_000).toFixed(2)],
  ['calls', 'Calls', count],
  ['steps', 'Model turns', count],
  ['questions', 'Questions', count],
  ['bytesOut', 'Sent', bytes],
  ['wallMs', 'Time', duration],
];

/** What has been used, and of how much. A limit is enforced: what would break it is refused before it happens. */
export function Usage() {
  const { api, id } = useWorkspace();
  const usage = useQuery({ queryKey: keys.usage(id), queryFn: () => api.data.usage() });
  const agents = useAgents();
  if (usage.isError && !usage.data)
    return <Problem error={usage.error} retry={() => void usage.refetch()} />;
  if (!usage.data) return <SkeletonRows />;
  const { workspace, person, agents: each } = usage.data;
  const nameOf = (agent: string) =>
    agents.data?.find((one) => one.id === agent)?.draft.name ?? agent;
  return (
    <>
      <AccountOf title="This workspace" account={workspace} />
      <AccountOf title="You" account={person} />
      {each.map(({ agent, account }) => (
        <AccountOf key={agent} title={nameOf(agent)} account={account} />
      ))}
    </>
  );
}

function AccountOf({ title, account }: { title: string; account: Account | null }) {
  const shown = DIMENSIONS.filter(
    ([dimension]) =>
      account?.limits[dimension] !== undefined || (account?.spent[dimension] ?? 0) > 0,
  );
  return (
    <Section title={title}>
      {shown.length === 0 ? (
        <p className="text-sm text-ink-3">
          No limit is set, and nothing is counted here yet. Each run has limits of its own.
        </p>
      ) : (
        <dl className="grid gap-3 sm:grid-cols-2 sm:gap-x-10">
          {shown.map(([dimension, name, words]) => (
            <Line
              key={dimension}
              name={name}
              spent={account?.spent[dimension] ?? 0}
              limit={account?.limits[dimension]}
              words={words}
            />
          ))}
        </dl>
      )}
    </Section>
  );
}

function Line({
  name,
  spent,
  limit,
  words,
}: {
  name: string;
  spent: number;
  limit: number | undefined;
  words: (amount: number) => string;
}) {
  const part = limit ? Math.min(1, spent / limit) : 0;
  return (
    <div className="grid grid-cols-[1fr_auto] content-start gap-x-3 text-sm">
      <dt className="text-ink-2">{name}</dt>
      <dd className="tabular-nums">
        {words(spent)}
        {limit !== undefined && <span className="text-ink-3"> of {words(limit)}</span>}
      </dd>
      {limit !== undefined && (
        <dd
          aria-hidden="true"
          className="col-span-2 mt-1.5 h-1 overflow-hidden rounded-full bg-line"
        >
          <div
            className={`h-full ${part > 0.9 ? 'bg-refused' : 'bg-ink-2'}`}
            style={{ width: `${part * 100}%` }}
          />
        </dd>
      )}
    </div>
  );
}
