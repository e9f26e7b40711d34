import type { AgentRecord } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { toast } from 'sonner';
import { isApiError } from '../../api/api-error.ts';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemLine } from '../../ui/states.tsx';
import { Conflict } from './conflict.tsx';
import { EditLimits } from './edit-limits.tsx';
import { EditModel } from './edit-model.tsx';
import { EditSubAgents } from './edit-sub-agents.tsx';
import { EditTools } from './edit-tools.tsx';
import { EditWords } from './edit-words.tsx';
import { type Saving, useDraft } from './use-draft.ts';

/** An agent's draft, and the step that makes a version of it. */
export function AgentEditor({ agent, crumb }: { agent: AgentRecord; crumb: ReactNode }) {
  const { api, id: ws } = useWorkspace();
  const client = useQueryClient();
  const work = useDraft(agent);
  const { draft, saving } = work;
  useUndoKeys(work.undo, work.redo);
  const publish = useMutation({
    mutationFn: async () => {
      const revision = work.isChanged ? await work.save() : work.revision;
      if (revision === null) return null;
      return api.agents.publish(agent.id, revision);
    },
    onSuccess: (published) => {
      if (published === null) return;
      toast(`Version ${published.version} is published`, {
        description: 'New runs use it. Runs under way keep theirs.',
      });
      client.setQueryData<AgentRecord>(keys.agent(ws, agent.id), (known) =>
        known ? { ...known, publishedVersion: published.version } : known,
      );
      void client.invalidateQueries({ queryKey: keys.agents(ws), exact: true });
    },
  });
  const failed = saving.kind === 'failed' ? saving.error : publish.error;
  const errorOf = (field: string): string | null => {
    if (!isApiError(failed) || failed.field === null) return null;
    const at = failed.field.replace(/^draft\./, '');
    return at === field || at.startsWith(`${field}.`) ? failed.message : null;
  };

  return (
    <Page
      title={draft.name || 'Unnamed'}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
          {crumb}
          {agent.publishedVersion > 0 ? (
            <Badge tone="allowed">Version {agent.publishedVersion} published</Badge>
          ) : (
            <Badge>Not published</Badge>
          )}
          <SavingWords saving={saving} revision={work.revision} />
        </span>
      }
      actions={
        <>
          <IconButton label="Undo" disabled={!work.canUndo} onClick={work.undo}>
            <Undo2 size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label="Redo" disabled={!work.canRedo} onClick={work.redo}>
            <Redo2 size={16} aria-hidden="true" />
          </IconButton>
          <Button
            look="seal"
            busy={publish.isPending}
            disabled={saving.kind === 'conflict'}
            onClick={() => publish.mutate()}
          >
            Publish as version {agent.publishedVersion + 1}
          </Button>
        </>
      }
    >
      {saving.kind === 'conflict' && (
        <Conflict
          mine={draft}
          theirs={saving.theirs}
          onTake={() => work.takeTheirs(saving.theirs)}
          onKeep={() => void work.save(saving.theirs.revision)}
        />
      )}
      {failed !== null && failed !== undefined && (
        <div className="mb-6">
          <ProblemLine error={failed} />
        </div>
      )}
      <Section title="Words">
        <EditWords draft={draft} edit={work.edit} errorOf={errorOf} />
      </Section>
      <Section title="Model">
        <EditModel draft={draft} edit={work.edit} errorOf={errorOf} />
      </Section>
      <Section
        title="Tools"
        lead="It can do nothing else. Which connection a tool goes through is decided here; a model never chooses it."
      >
        <EditTools draft={draft} edit={work.edit} errorOf={errorOf} />
      </Section>
      <Section
        title="Sub-agents"
        lead="Those it may hand a part of its work to. None has more than it: tools, connections and budget are a part of its own."
      >
        <EditSubAgents draft={draft} edit={work.edit} errorOf={errorOf} own={agent.id} />
      </Section>
      <Section
        title="Limits of a run"
        lead="Whatever would break one is refused before it happens."
      >
        <EditLimits draft={draft} edit={work.edit} errorOf={errorOf} />
      </Section>
    </Page>
  );
}

function SavingWords({ saving, revision }: { saving: Saving; revision: number }) {
  const words = {
    saved: `Saved, revision ${revision}`,
    changed: 'Not saved yet',
    saving: 'Saving…',
    conflict: 'Changed by somebody else',
    failed: 'Not saved',
  }[saving.kind];
  return <span role="status">{words}</span>;
}

/** Ctrl or Cmd with Z takes back, with Shift does again: also while a field has the focus, since each field is in the log. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
