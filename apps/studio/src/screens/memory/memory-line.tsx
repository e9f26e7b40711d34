import type { MemoryItem } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePersonName } from '../../data/names.ts';
import { useAgents } from '../../data/queries.ts';
import { Influence } from '../../label/influence.tsx';
import { Quoted } from '../../quote/quoted.tsx';
import { Visible } from '../../quote/visible-text.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/moment.tsx';
import { EditMemory } from './edit-memory.tsx';
import { useReview } from './use-review.ts';

const STATES: Readonly<Record<MemoryItem['status'], { tone: Tone; says: string }>> = {
  active: { tone: 'allowed', says: 'in use' },
  waiting: { tone: 'held', says: 'to review' },
  rejected: { tone: 'refused', says: 'rejected' },
  forgotten: { tone: 'neutral', says: 'forgotten' },
  'rolled-back': { tone: 'refused', says: 'rolled back' },
};

/** One memory: its words as they stand, who shaped them, how long it is kept, and what can be done with it. */
export function MemoryLine({
  item,
  onRollBack,
}: {
  item: MemoryItem;
  onRollBack: (source: string) => void;
}) {
  const { id: ws, person } = useWorkspace();
  const agents = useAgents();
  const personName = usePersonName();
  const agent = agents.data?.find(({ id }) => id === item.agent)?.draft.name ?? item.agent;
  const state = STATES[item.status];
  return (
    <div className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">
          <Visible text={agent} />
        </span>
        {item.person !== person.id && (
          <span className="text-ink-2">for {personName(item.person)}</span>
        )}
        <Badge tone={state.tone}>{state.says}</Badge>
        <Influence label={item.label} />
      </div>
      {item.text === null ? (
        <p className="text-sm text-ink-3">Its text was erased.</p>
      ) : (
        <Quoted value={item.text} lines={4} />
      )}
      <p className="text-[13px] text-ink-3">
        written <Ago at={item.createdAt} />
        {item.run === null ? (
          ' by an edit'
        ) : (
          <>
            {' in '}
            <Link
              to="/w/$ws/runs/$run"
              params={{ ws, run: item.run }}
              search={item.call === null ? {} : { call: item.call }}
              className="underline decoration-line-strong underline-offset-3 hover:text-ink"
            >
              a run
            </Link>
          </>
        )}
        {item.supersedes !== null && ' in place of another'}
        {item.reviewedBy !== null && ` · vouched for by ${personName(item.reviewedBy)}`}
        {' · ends '}
        <Ago at={item.expiresAt} />
      </p>
      <Ways item={item} onRollBack={onRollBack} />
    </div>
  );
}

function Ways({ item, onRollBack }: { item: MemoryItem; onRollBack: (source: string) => void }) {
  const [isEditing, setEditing] = useState(false);
  const { review, busy } = useReview(item);
  if (item.text === null) return null;
  const isRead = item.status === 'active' || item.status === 'waiting';
  const isWaiting = item.status === 'waiting';
  return (
    <div className="flex flex-wrap gap-2">
      {isWaiting && item.label.integrity !== 'hostile' && (
        <Button size="small" look="seal" busy={busy} onClick={() => review('approve')}>
          Approve
        </Button>
      )}
      {isWaiting && (
        <Button size="small" busy={busy} onClick={() => review('reject')}>
          Reject
        </Button>
      )}
      {isRead ? (
        <>
          <Button size="small" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button size="small" look="danger" busy={busy} onClick={() => review('remove')}>
            Delete
          </Button>
        </>
      ) : (
        <Button size="small" busy={busy} onClick={() => review('restore')}>
          Restore
        </Button>
      )}
      <Button size="small" look="quiet" onClick={() => onRollBack(item.run ?? item.id)}>
        {item.run === null ? 'Roll back with what came of it' : 'Roll back its run'}
      </Button>
      {isEditing && <EditMemory item={item} onClose={() => setEditing(false)} />}
    </div>
  );
}
