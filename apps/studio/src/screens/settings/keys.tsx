import type { ApiKey } from '@countersign/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { keys as names } from '../../data/keys.ts';
import { usePersonName } from '../../data/names.ts';
import { useAgents } from '../../data/queries.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/moment.tsx';
import { Section } from '../../ui/page.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';
import { relative } from '../../ui/time.ts';
import { now } from '../../ui/use-now.ts';
import { NewKey } from './new-key.tsx';

/** API keys: what they may, who they act for, and the end of them. */
export function Keys() {
  const { api, id } = useWorkspace();
  const list = useQuery({ queryKey: names.apiKeys(id), queryFn: () => api.keys.list() });
  const live = list.data?.filter((key) => key.revokedAt === null) ?? [];
  return (
    <>
      <Section
        title="API keys"
        lead="A key acts for you and never may more than you may. One that an agent holds can never answer questions, or change rights, policy or budgets."
      >
        {list.isPending && <SkeletonRows rows={3} />}
        {list.isError && <Problem error={list.error} retry={() => void list.refetch()} />}
        {list.data && live.length === 0 && <p className="text-sm text-ink-3">There are no keys.</p>}
        {live.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {live.map((key) => (
              <li key={key.id}>
                <KeyLine apiKey={key} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Make a key">
        <NewKey />
      </Section>
    </>
  );
}

function KeyLine({ apiKey: key }: { apiKey: ApiKey }) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const personName = usePersonName();
  const agents = useAgents();
  const [asks, setAsks] = useState(false);
  const revoke = useMutation({
    mutationFn: () => api.keys.revoke(key.id),
    onSuccess: () => toast(`${key.name} works no more`),
    onError: (error) => toast.error('The key still works', { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: names.apiKeys(id) }),
  });
  const isOver = key.expiresAt !== null && key.expiresAt <= now();
  const agent = agents.data?.find((one) => one.id === key.agent)?.draft.name ?? key.agent;
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-[15px] font-medium">
          {key.name}
          {agent && <Badge>held by {agent}</Badge>}
          {isOver && <Badge tone="refused">expired</Badge>}
        </p>
        <p className="text-[13px] text-ink-3">
          for {personName(key.person)} · made <Ago at={key.createdAt} /> ·{' '}
          {key.lastUsedAt === null ? 'never used' : `used ${relative(key.lastUsedAt, now())}`} ·{' '}
          {key.expiresAt === null ? 'does not expire' : `expires ${relative(key.expiresAt, now())}`}
        </p>
        <p className="mt-1 font-mono text-xs break-words text-ink-3">{key.scopes.join(' ')}</p>
      </div>
      {asks ? (
        <span className="flex gap-2">
          <Button
            size="small"
            look="danger"
            busy={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            End it for ever
          </Button>
          <Button size="small" look="quiet" onClick={() => setAsks(false)}>
            Keep
          </Button>
        </span>
      ) : (
        <Button size="small" look="quiet" onClick={() => setAsks(true)}>
          End
        </Button>
      )}
    </div>
  );
}
