import { diffLines, type PolicyProposal, type PolicyVersion } from '@countersign/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { keys } from '../../../data/keys.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Problem, ProblemLine, SkeletonRows } from '../../../ui/states.tsx';
import { Diff } from './history.tsx';
import { Moment } from './moment-by.tsx';

const TONES: Readonly<Record<PolicyProposal['state'], Tone>> = {
  open: 'held',
  accepted: 'allowed',
  rejected: 'refused',
  withdrawn: 'neutral',
  expired: 'neutral',
};

/** Changes that wait for a second person, each with what it would change. */
export function Proposals({ current, mayChange }: { current: PolicyVersion; mayChange: boolean }) {
  const { api, id } = useWorkspace();
  const proposals = useQuery({
    queryKey: [...keys.policy(id), 'proposals'],
    queryFn: () => api.policy.proposals(),
  });
  if (proposals.isError && !proposals.data)
    return <Problem error={proposals.error} retry={() => void proposals.refetch()} />;
  if (!proposals.data) return <SkeletonRows rows={2} />;
  if (proposals.data.length === 0)
    return (
      <p className="text-sm text-ink-2">
        Nothing is proposed. Where an owner wants two persons for a change, it waits here.
      </p>
    );
  return (
    <ul className="divide-y divide-line/70">
      {proposals.data.slice(0, 20).map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal} current={current} mayChange={mayChange} />
      ))}
    </ul>
  );
}

function Proposal({
  proposal,
  current,
  mayChange,
}: {
  proposal: PolicyProposal;
  current: PolicyVersion;
  mayChange: boolean;
}) {
  const { api, id, person } = useWorkspace();
  const client = useQueryClient();
  const close = useMutation({
    mutationFn: (how: 'accept' | 'reject' | 'withdraw') => api.policy.close(proposal.id, how),
    onSuccess: ({ state }) => {
      toast(`The proposal is ${state}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.policy(id) }),
  });
  const isOpen = proposal.state === 'open';
  const isOwn = proposal.by === person.id;
  const isOutdated = isOpen && proposal.base !== current.number;
  return (
    <li className="grid gap-2 py-3">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={TONES[proposal.state]}>{proposal.state}</Badge>
        <b>{proposal.note || 'A change without a note'}</b>
        <Moment at={proposal.at} by={proposal.by} />
      </p>
      {isOpen && (
        <Diff label="What the proposal changes" lines={diffLines(current.cedar, proposal.cedar)} />
      )}
      {isOutdated && (
        <p className="text-sm text-held">
          Other policies came into force since; it must be made again on those.
        </p>
      )}
      <ProblemLine error={close.error} />
      {isOpen && mayChange && (
        <div className="flex flex-wrap items-center gap-2">
          {isOwn ? (
            <>
              <Button busy={close.isPending} onClick={() => close.mutate('withdraw')}>
                Withdraw
              </Button>
              <span className="text-[13px] text-ink-2">Another owner or admin accepts it.</span>
            </>
          ) : (
            <>
              <Button
                look="seal"
                disabled={isOutdated}
                busy={close.isPending}
                onClick={() => close.mutate('accept')}
              >
                Accept
              </Button>
              <Button look="danger" busy={close.isPending} onClick={() => close.mutate('reject')}>
                Reject
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}
