import {
  type IdPowers,
  label,
  type MemoryItem,
  type MemoryReviews,
  newId,
} from '@countersign/contract';

const AFTER = {
  approve: 'active',
  reject: 'rejected',
  delete: 'forgotten',
  erase: 'forgotten',
  restore: 'waiting',
} as const;

/** Memories in memory; every change is taken. `put` makes one that waits. */
export function memoryMemories(powers: IdPowers): MemoryReviews & {
  put(workspace: string, about: Partial<MemoryItem> & Pick<MemoryItem, 'person'>): MemoryItem;
} {
  const kept = new Map<string, MemoryItem & { readonly workspace: string }>();
  const inWorkspace = (workspace: string) =>
    [...kept.values()].filter((one) => one.workspace === workspace);
  const keep = (workspace: string, item: MemoryItem) => {
    kept.set(item.id, { ...item, workspace });
    return item;
  };
  const itemOf = (workspace: string, id: string): MemoryItem | null => {
    const one = inWorkspace(workspace).find((item) => item.id === id);
    if (one === undefined) return null;
    const { workspace: _, ...item } = one;
    return item;
  };
  const ofPerson = (workspace: string, person: string | null) =>
    inWorkspace(workspace).flatMap((one) =>
      person === null || one.person === person ? [itemOf(workspace, one.id) ?? []].flat() : [],
    );
  const plan: MemoryReviews['rollbackPlan'] = async (workspace, { source, person }) => ({
    items: ofPerson(workspace, person).filter(({ run }) => run === source),
    untold: [],
  });
  return {
    put: (workspace, about) =>
      keep(workspace, {
        ...{ id: newId('memory', powers), agent: 'agt_one', text: 'Ann likes tea.' },
        ...{ label: label('untrusted', 'public', ['msg_1#/text']), run: 'run_1', call: 'run_1.1' },
        ...{ createdAt: powers.now(), expiresAt: 9e15, supersedes: null, status: 'waiting' },
        ...{ before: null, rollback: null, changedAt: null, changedBy: null },
        ...{ reviewedBy: null, reviewedAt: null },
        ...about,
      }),
    memories: async (workspace, { person, status }) => ({
      items: ofPerson(workspace, person).filter(
        (item) => status === undefined || item.status === status,
      ),
      next: null,
    }),
    memory: async (workspace, id) => itemOf(workspace, id),
    review: async (workspace, id, how, by) => {
      const item = itemOf(workspace, id);
      if (item === null) return { kind: 'unknown' };
      if (how === 'approve' && item.status !== 'waiting')
        return { kind: 'unfit', why: 'Only what waits for review is approved.' };
      const text = how === 'erase' ? null : item.text;
      const after = { ...item, text, status: AFTER[how], changedBy: by, changedAt: powers.now() };
      return { kind: 'done', item: keep(workspace, after) };
    },
    edit: async (workspace, id, text, by) => {
      const old = itemOf(workspace, id);
      if (old === null) return { kind: 'unknown' };
      const item = { ...old, id: newId('memory', powers), text, supersedes: id, reviewedBy: by };
      return { kind: 'done', item: keep(workspace, { ...item, status: 'active' }) };
    },
    rollbackPlan: plan,
    rollBack: async (workspace, wish, expected) => {
      const found = await plan(workspace, wish);
      if (found.items.length !== expected.length) return { kind: 'changed', plan: found };
      const rollback = newId('rollback', powers);
      const items = found.items.map((item) =>
        keep(workspace, { ...item, status: 'rolled-back', rollback }),
      );
      return { kind: 'done', rollback, items };
    },
    restoreRollback: async (workspace, rollback, person) =>
      ofPerson(workspace, person)
        .filter((item) => item.rollback === rollback)
        .map((item) => keep(workspace, { ...item, status: 'waiting', rollback: null })),
  };
}
