import {
  type EntryInput,
  type IdPowers,
  isId,
  isTainted,
  join,
  type Label,
  MEMORY_DAYS,
  MEMORY_TEXT,
  type MemoryDraft,
  type MemoryItem,
  type MemoryReview,
  newId,
  type RollbackPlan,
  type RollbackWish,
} from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { assertFits, jsonOf } from '../config/storable.ts';

const DAY_MS = 86_400_000;
/** Milliseconds for which the text of what was taken away is still there, to be restored. */
const KEPT_MS = { forgotten: 600_000, rejected: 30 * DAY_MS, 'rolled-back': 30 * DAY_MS };
/** Longer where an agent forgot it: its person may notice days later. */
const FORGOTTEN_BY_AGENT_MS = 30 * DAY_MS;

/** Memories that one agent holds for one person: those a person could rely on, and those that wait. */
export const MOST_HELD = { active: 2_000, waiting: 500 } as const;

/** Refuses what could not be shown or kept. @throws faults `RECORD_MEMORY_INVALID`, `RECORD_LIMIT_EXCEEDED`, `RECORD_VALUE_UNSTORABLE`. */
export function assertMemory(text: string, days: number, label: Label): void {
  const problem =
    text.trim() === ''
      ? 'A memory needs a text; write one.'
      : !Number.isInteger(days) || days < MEMORY_DAYS.least || days > MEMORY_DAYS.most
        ? `A memory is kept for ${MEMORY_DAYS.least} to ${MEMORY_DAYS.most} whole days.`
        : null;
  if (problem !== null) throw storeFault('RECORD_MEMORY_INVALID', { message: problem });
  if (text.length > MEMORY_TEXT)
    throw storeFault('RECORD_LIMIT_EXCEEDED', {
      message: `The text has ${text.length} characters, and at most ${MEMORY_TEXT} are kept; shorten it.`,
      details: { most: MEMORY_TEXT },
    });
  assertFits(text, 4 * MEMORY_TEXT, 'The text');
  assertFits(jsonOf(label), 64 * 1024, 'The label');
}

/** A memory as it is written. What it supersedes has had a hand in it; what was rolled back takes it along. */
export function writtenItem(
  draft: MemoryDraft,
  superseded: MemoryItem | null,
  rolledBack: MemoryItem | null,
  powers: IdPowers,
): MemoryItem {
  const { person, agent, text, run, call, supersedes, days } = draft;
  const label = superseded === null ? draft.label : join(draft.label, superseded.label);
  const createdAt = powers.now();
  const status = isTainted(label.integrity) ? 'waiting' : 'active';
  const item: MemoryItem = {
    ...{
      id: newId('memory', powers),
      person,
      agent,
      text,
      label,
      run,
      call,
      createdAt,
      supersedes,
    },
    ...{ expiresAt: createdAt + days * DAY_MS, status, before: null, rollback: null },
    ...{ changedAt: null, changedBy: null, reviewedBy: null, reviewedAt: null },
  };
  if (rolledBack === null) return item;
  const { rollback, changedBy } = rolledBack;
  return { ...taken(item, 'rolled-back', changedBy ?? call, createdAt), rollback };
}

/**
 * A memory of a person's own words in place of another. It keeps that one's readers, sources and expiry. What waited
 * for review has had it, and is rejected.
 *
 * @throws faults as {@link assertMemory}.
 */
export function editedItem(
  old: MemoryItem,
  text: string,
  by: string,
  powers: IdPowers,
): { readonly item: MemoryItem; readonly gone: MemoryItem | null; readonly entry: EntryInput } {
  assertMemory(text, MEMORY_DAYS.least, old.label);
  const now = powers.now();
  const item: MemoryItem = {
    ...{ ...old, id: newId('memory', powers), text, label: raised(old.label), supersedes: old.id },
    ...{ run: null, call: null, createdAt: now, status: 'active', before: null, rollback: null },
    ...{ changedAt: null, changedBy: null, reviewedBy: by, reviewedAt: now },
  };
  const gone = old.status === 'waiting' ? taken(old, 'rejected', by, now) : null;
  const entry = memoryChanged('edited', { memory: item.id, by, replaces: old.id });
  return { item, gone, entry };
}

/** What a rollback does; null where the person was shown another plan. Its source is what they typed, so it stands beside the leaf. */
export function rollbackOf(
  plan: RollbackPlan,
  { source }: RollbackWish,
  expected: readonly string[],
  by: string,
  powers: IdPowers,
): {
  readonly rollback: string;
  readonly items: readonly MemoryItem[];
  readonly entry: EntryInput;
} | null {
  const ids = plan.items.map(({ id }) => id);
  const shown = new Set(expected);
  if (shown.size !== ids.length || !ids.every((id) => shown.has(id))) return null;
  const rollback = newId('rollback', powers);
  const now = powers.now();
  const items = plan.items.map((item) => ({ ...taken(item, 'rolled-back', by, now), rollback }));
  const ref = { memory: null, by, rollback, items: items.length };
  return { rollback, items, entry: memoryChanged('rolled-back', ref, { source, memories: ids }) };
}

/** The memory after a person's word, or the reason why it cannot be. */
export function reviewed(
  item: MemoryItem,
  how: MemoryReview,
  by: string,
  now: number,
): MemoryItem | string {
  if (item.text === null || now >= item.expiresAt)
    return 'Its text is gone; nothing can be done with it.';
  const { status, before, label } = item;
  switch (how) {
    case 'approve':
      if (status !== 'waiting') return 'Only what waits for review is approved.';
      if (label.integrity === 'hostile')
        return 'It is known to be hostile; reject it, or write what you mean by an edit.';
      return {
        ...{ ...item, status: 'active', label: raised(label), reviewedBy: by, reviewedAt: now },
        ...{ changedAt: now, changedBy: by },
      };
    case 'reject':
      return status === 'waiting'
        ? taken(item, 'rejected', by, now)
        : 'Only what waits for review is rejected; delete it instead.';
    case 'delete':
      return status === 'active' || status === 'waiting'
        ? taken(item, 'forgotten', by, now)
        : 'It is not read any more already.';
    case 'erase': {
      const gone =
        status === 'active' || status === 'waiting' ? taken(item, 'forgotten', by, now) : item;
      return { ...gone, text: null, changedAt: now, changedBy: by };
    }
    case 'restore':
      if (before === null) return 'It was not taken away.';
      if (now >= eraseAt(item)) return 'The time in which it could be restored is over.';
      return {
        ...{ ...item, status: before, before: null, rollback: null },
        ...{ changedAt: now, changedBy: by },
      };
  }
}

/** Why a memory cannot be edited, or null. */
export function uneditable({ status, text, expiresAt }: MemoryItem, now: number): string | null {
  if (text === null || now >= expiresAt) return 'Its text is gone; nothing can be done with it.';
  return status === 'active' || status === 'waiting'
    ? null
    : 'It is not read any more; restore it first.';
}

/** A memory that is read no more. */
function taken(
  item: MemoryItem,
  status: keyof typeof KEPT_MS,
  by: string,
  now: number,
): MemoryItem {
  return { ...item, status, before: item.status, changedAt: now, changedBy: by };
}

/** When a memory's text goes, in milliseconds since 1970. What was gone before a rollback took it is gone for good. */
export function eraseAt(item: MemoryItem): number {
  const { status, before, expiresAt, changedAt, createdAt, changedBy } = item;
  if (status === 'active' || status === 'waiting') return expiresAt;
  const wasRead = before === 'active' || before === 'waiting';
  const isAgents = status === 'forgotten' && changedBy !== null && !isId('user', changedBy);
  const kept = isAgents ? FORGOTTEN_BY_AGENT_MS : KEPT_MS[status];
  return Math.min(expiresAt, (changedAt ?? createdAt) + (wasRead ? kept : 0));
}

/**
 * Whether a memory keeps the one that it supersedes from being read. What strangers had a hand in hides nothing that
 * they had none in, until a person has approved it; and what was forgotten does not bring back what it replaced.
 */
export function hides(newer: Pick<MemoryItem, 'status' | 'before'>, older: MemoryItem): boolean {
  const was = newer.status === 'forgotten' ? newer.before : newer.status;
  return was === 'active' || (was === 'waiting' && isTainted(older.label.integrity));
}

/** The ledger's entry for what a person did. It holds ids; what was written stands in the memory alone. */
export function memoryChanged(
  change: 'erased' | 'approved' | 'rejected' | 'deleted' | 'restored' | 'edited' | 'rolled-back',
  {
    memory,
    by,
    ...more
  }: { memory: string | null; by: string; replaces?: string; rollback?: string; items?: number },
  payload: EntryInput['payload'] = null,
): EntryInput {
  const ref = { change, memory, by, ...more };
  return { kind: 'memory.changed', run: null, call: null, ref, payload };
}

/** What a review is called in the ledger. */
export const CHANGES = {
  approve: 'approved',
  reject: 'rejected',
  delete: 'deleted',
  restore: 'restored',
  erase: 'erased',
} as const;

function raised(label: Label): Label {
  return { ...label, integrity: isTainted(label.integrity) ? 'principal' : label.integrity };
}
