import type { AgentDefinition, AgentRecord } from '@countersign/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { now } from '../../ui/use-now.ts';
import { done, emptyLog, redone, undone } from './command-log.ts';

/** Milliseconds after the last edit at which a draft is saved by itself. */
const SOON = 1_200;

/** How a draft stands with the server. */
export type Saving =
  | { readonly kind: 'saved' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'saving' }
  /** Somebody else saved in the meantime: theirs, to be compared. */
  | { readonly kind: 'conflict'; readonly theirs: AgentRecord }
  | { readonly kind: 'failed'; readonly error: unknown };

/** An agent's draft while it is edited: every edit can be undone, and is saved by itself over the revision that was read. */
export function useDraft(agent: AgentRecord) {
  const { api, id: ws } = useWorkspace();
  const client = useQueryClient();
  const [log, setLog] = useState(() => emptyLog(agent.draft));
  const [saved, setSaved] = useState({ draft: agent.draft, revision: agent.revision });
  const [saving, setSaving] = useState<Saving>({ kind: 'saved' });
  const isBusy = useRef(false);
  const draft = log.present;

  const save = useCallback(
    async (over?: number): Promise<number | null> => {
      if (isBusy.current) return null;
      isBusy.current = true;
      setSaving({ kind: 'saving' });
      try {
        const { revision } = await api.agents.save(agent.id, draft, over ?? saved.revision);
        setSaved({ draft, revision });
        setSaving({ kind: 'saved' });
        client.setQueryData(keys.agent(ws, agent.id), { ...agent, draft, revision });
        void client.invalidateQueries({ queryKey: keys.agents(ws), exact: true });
        return revision;
      } catch (error) {
        if (isApiError(error, 'HTTP_CONFLICT'))
          setSaving({ kind: 'conflict', theirs: await api.agents.get(agent.id) });
        else setSaving({ kind: 'failed', error });
        return null;
      } finally {
        isBusy.current = false;
      }
    },
    [api, agent, client, draft, saved.revision, ws],
  );

  const isChanged = draft !== saved.draft;
  const isStuck = saving.kind === 'conflict';
  useEffect(() => {
    if (!isChanged || isStuck) return;
    setSaving((before) => (before.kind === 'saving' ? before : { kind: 'changed' }));
    const timer = setTimeout(() => void save(), SOON);
    return () => clearTimeout(timer);
  }, [isChanged, isStuck, save]);
  useWarnBeforeLeaving(isChanged);

  return {
    draft,
    revision: saved.revision,
    saving,
    isChanged,
    save,
    edit: (change: Partial<AgentDefinition>, what: string) =>
      setLog((before) => done(before, { ...before.present, ...change }, what, now())),
    undo: () => setLog(undone),
    redo: () => setLog(redone),
    canUndo: log.past.length > 0,
    canRedo: log.future.length > 0,
    /** Goes on from what somebody else saved; one's own can still be had back by undoing. */
    takeTheirs(theirs: AgentRecord) {
      setLog((before) => done(before, theirs.draft, 'theirs', now()));
      setSaved({ draft: theirs.draft, revision: theirs.revision });
      setSaving({ kind: 'saved' });
    },
  };
}

function useWarnBeforeLeaving(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
