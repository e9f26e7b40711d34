import type { PermissionView } from '@countersign/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { keys } from '../../data/keys.ts';
import { useActionTitle, useConnectionName, usePersonName } from '../../data/names.ts';
import { useAgents } from '../../data/queries.ts';
import { nameOf } from '../../quote/arguments.tsx';
import { Quoted } from '../../quote/quoted.tsx';
import { Visible } from '../../quote/visible-text.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/moment.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';
import { now } from '../../ui/use-now.ts';

/** One permission: what it lets pass, for whom, until when, and its end. */
export function PermissionLine({ permission: one }: { permission: PermissionView }) {
  const agents = useAgents();
  const actionTitle = useActionTitle();
  const connectionName = useConnectionName();
  const personName = usePersonName();
  const [isOpen, setOpen] = useState(false);
  const agent = agents.data?.find(({ id }) => id === one.agent)?.draft.name ?? one.agent;
  return (
    <div className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="text-[15px] font-medium">
            <Visible text={agent} />
            <span className="font-normal text-ink-2"> may </span>
            {actionTitle(one.action)}
            {one.connection !== null && (
              <span className="font-normal text-ink-2"> by {connectionName(one.connection)}</span>
            )}{' '}
            <State permission={one} />
          </p>
          <div className="mt-1.5 grid gap-1">
            {one.pointer !== null && (
              <p className="font-mono text-[13px] break-all text-ink-2">
                <Visible text={nameOf(one.pointer)} />
              </p>
            )}
            <Allowed permission={one} />
          </div>
        </div>
        <Ending permission={one} />
      </div>
      <p className="text-[13px] text-ink-3">
        by {personName(one.createdBy)} <Ago at={one.createdAt} />
        {one.question === null ? ' on this page' : ' with an answer'} · ends{' '}
        <Ago at={one.expiresAt} /> · {cap(one)}
        {one.uses === 0 ? (
          'not used yet'
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="cursor-pointer underline decoration-line-strong underline-offset-3 hover:text-ink"
          >
            used {one.uses === 1 ? 'once' : `${one.uses} times`}
          </button>
        )}
      </p>
      {isOpen && <Uses permission={one.id} />}
    </div>
  );
}

function State({ permission: { revokedAt, allows, expiresAt } }: { permission: PermissionView }) {
  if (allows === null) return <Badge>erased</Badge>;
  if (revokedAt !== null) return <Badge tone="refused">revoked</Badge>;
  return expiresAt <= now() ? <Badge>expired</Badge> : null;
}

function Allowed({ permission: { allows } }: { permission: PermissionView }): ReactNode {
  switch (allows?.kind) {
    case undefined:
      return <p className="text-sm text-ink-3">What it allowed was erased.</p>;
    case 'exact':
      return <Quoted value={allows.value} lines={3} />;
    case 'at-most':
      return <p className="text-[15px]">any number up to {allows.most}</p>;
  }
}

function cap({ weekly }: PermissionView): string {
  const parts = [
    weekly?.calls == null ? '' : `${weekly.calls} calls`,
    weekly?.sum == null ? '' : `a sum of ${weekly.sum}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `at most ${parts.join(' and ')} a week · `;
}

/** The way to end it, and for a while the way back. */
function Ending({
  permission: { id, revokedAt, revokedBy, expiresAt, allows },
}: {
  permission: PermissionView;
}) {
  const { api, id: ws, person } = useWorkspace();
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: keys.permissions(ws) });
  const restore = useMutation({
    mutationFn: () => api.permissions.restore(id),
    onSuccess: () => toast('It stands again'),
    onError: (error) => toast.error('It stays revoked', { description: error.message }),
    onSettled: again,
  });
  const revoke = useMutation({
    mutationFn: () => api.permissions.revoke(id),
    onSuccess: () => toast('Revoked: the agent asks again'),
    onError: (error) => toast.error('It still stands', { description: error.message }),
    onSettled: again,
  });
  if (allows === null || expiresAt <= now()) return null;
  if (revokedAt === null)
    return (
      <Button size="small" look="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
        Revoke
      </Button>
    );
  return revokedBy === person.id && now() - revokedAt < UNDO_MS ? (
    <Button size="small" busy={restore.isPending} onClick={() => restore.mutate()}>
      Undo
    </Button>
  ) : null;
}

const UNDO_MS = 600_000;

/** The last calls that it let pass, each with the way to its run. */
function Uses({ permission }: { permission: string }) {
  const { api, id: ws } = useWorkspace();
  const detail = useQuery({
    queryKey: [...keys.permissions(ws), permission],
    queryFn: () => api.permissions.get(permission),
  });
  if (detail.isPending) return <SkeletonRows rows={2} />;
  if (detail.isError)
    return <Problem error={detail.error} retry={() => void detail.refetch()} className="!py-4" />;
  return (
    <ul aria-label="Calls it let pass" className="grid gap-1 border-l-2 border-line pl-3 text-sm">
      {detail.data.uses.map((use) => (
        <li key={use.index}>
          <Link
            to="/w/$ws/runs/$run"
            params={{ ws, run: use.run }}
            search={{ call: use.call }}
            className="underline decoration-line-strong underline-offset-3 hover:text-ink"
          >
            a call <Ago at={use.at} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
