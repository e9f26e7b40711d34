import type {
  IdPowers,
  MemoryItem,
  MemoryKeeper,
  MemoryPlace,
  RollbackPlan,
  RollbackWish,
} from '@countersign/contract';
import { assertLimit } from '../config/limit.ts';
import { append, type Committer } from '../config/memory-append.ts';
import { jsonOf } from '../config/storable.ts';
import { createTurns } from '../config/turns.ts';
import { createMemoryKeyedWrites } from '../tables/memory-keyed.ts';
import { derivedFrom, memoriesIn, takeable } from './derived.ts';
import { bestFirst, isHeld, isRead } from './reading.ts';
import {
  assertMemory,
  CHANGES,
  editedItem,
  eraseAt,
  MOST_HELD,
  memoryChanged,
  reviewed,
  rollbackOf,
  uneditable,
  writtenItem,
} from './shape.ts';
import { matches, snippetOf, wantedWords } from './words.ts';

/** Memory of agents in memory, for tests and trials; entries go to `record`. */
export function createMemoryMemoryStore(record: Committer, powers: IdPowers): MemoryKeeper {
  const kept = new Map<string, Map<string, MemoryItem>>();
  const keyed = createMemoryKeyedWrites();
  const inTurn = createTurns();

  /** Items are never changed, only replaced, so that what was given out stays as it was. */
  const put = (workspace: string, item: MemoryItem) =>
    kept.set(workspace, (kept.get(workspace) ?? new Map()).set(item.id, item));
  /** All of a workspace, after what is due was erased. */
  function all(workspace: string): readonly MemoryItem[] {
    const items = kept.get(workspace) ?? new Map<string, MemoryItem>();
    for (const item of items.values())
      if (item.text !== null && powers.now() >= eraseAt(item))
        items.set(item.id, { ...item, text: null });
    return [...items.values()];
  }
  const find = (workspace: string, id: string) =>
    all(workspace).find((one) => one.id === id) ?? null;
  const inPlace = (workspace: string, place: MemoryPlace) =>
    all(workspace).filter(({ person, agent }) => person === place.person && agent === place.agent);
  const readIn = (workspace: string, place: MemoryPlace) => {
    const items = inPlace(workspace, place);
    return items.filter((item) => isRead(item, items, powers.now()));
  };
  function planOf(workspace: string, { source, person }: RollbackWish): RollbackPlan {
    const items = all(workspace).filter((item) => person === null || item.person === person);
    return takeable(derivedFrom(items, source), powers.now());
  }

  return {
    write: async (workspace, draft, key) => {
      assertMemory(draft.text, draft.days, draft.label);
      const answer = keyed.once(workspace, key, jsonOf({ memory: draft }), () => {
        const { supersedes } = draft;
        const old =
          supersedes === null
            ? null
            : (readIn(workspace, draft).find(({ id }) => id === supersedes) ?? null);
        if (supersedes !== null && old === null) return { refused: 'unknown' as const };
        const rolledBack =
          [...memoriesIn(draft.label), ...(old === null ? [] : [old.id])]
            .map((id) => find(workspace, id))
            .find((source) => source?.status === 'rolled-back') ?? null;
        const item = writtenItem(structuredClone(draft), old, rolledBack, powers);
        const held = inPlace(workspace, draft).filter((one) =>
          isHeld(one, item.status, powers.now()),
        );
        if (item.rollback === null && held.length >= MOST_HELD[item.status as 'active' | 'waiting'])
          return { refused: 'full' as const };
        put(workspace, item);
        return { id: item.id };
      });
      if ('refused' in answer) return { kind: answer.refused };
      const item = find(workspace, answer.id);
      return item === null ? { kind: 'unknown' } : { kind: 'written', item };
    },

    search: async (workspace, place, query, limit) => {
      assertLimit(limit, 100);
      const wanted = wantedWords(query);
      const found = readIn(workspace, place).map((item) => ({
        item,
        matched: matches(item.text ?? '', wanted),
      }));
      return found
        .filter(({ matched }) => wanted.length === 0 || matched > 0)
        .sort(bestFirst)
        .slice(0, limit)
        .map(({ item }) => ({ item, snippet: snippetOf(item.text ?? '', wanted) }));
    },

    forget: async (workspace, place, id, by, key) =>
      keyed.once(workspace, key, { forget: { ...place, id } }, () => {
        const item = readIn(workspace, place).find((one) => one.id === id);
        const after = item === undefined ? '' : reviewed(item, 'delete', by, powers.now());
        if (typeof after === 'string') return false;
        put(workspace, after);
        return true;
      }),

    memories: async (workspace, { person, agent, status, query = '', before, limit }) => {
      assertLimit(limit);
      const wanted = wantedWords(query);
      const newestFirst = all(workspace)
        .filter(({ expiresAt }) => expiresAt > powers.now())
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
      const start =
        before === undefined ? 0 : newestFirst.findIndex(({ id }) => id === before) + 1 || Infinity;
      const fits = newestFirst
        .slice(start)
        .filter((item) => person === null || item.person === person)
        .filter((item) => agent === undefined || item.agent === agent)
        .filter((item) => status === undefined || item.status === status)
        .filter(({ text }) => wanted.length === 0 || matches(text ?? '', wanted) > 0);
      const items = fits.slice(0, limit);
      return { items, next: fits.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    memory: async (workspace, id) => find(workspace, id),

    review: (workspace, id, how, by) =>
      inTurn(async () => {
        const item = find(workspace, id);
        if (item === null) return { kind: 'unknown' };
        const after = reviewed(item, how, by, powers.now());
        if (typeof after === 'string') return { kind: 'unfit', why: after };
        await append(record, workspace, [memoryChanged(CHANGES[how], { memory: id, by })]);
        put(workspace, after);
        return { kind: 'done', item: after };
      }),

    edit: (workspace, id, text, by) =>
      inTurn(async () => {
        const old = find(workspace, id);
        if (old === null) return { kind: 'unknown' };
        const why = uneditable(old, powers.now());
        if (why !== null) return { kind: 'unfit', why };
        const { item, gone, entry } = editedItem(old, text, by, powers);
        await append(record, workspace, [entry]);
        if (gone !== null) put(workspace, gone);
        put(workspace, item);
        return { kind: 'done', item };
      }),

    rollbackPlan: async (workspace, wish) => planOf(workspace, wish),

    rollBack: (workspace, wish, expected, by) =>
      inTurn(async () => {
        const plan = planOf(workspace, wish);
        const outcome = rollbackOf(plan, wish, expected, by, powers);
        if (outcome === null) return { kind: 'changed', plan };
        await append(record, workspace, [outcome.entry]);
        for (const item of outcome.items) put(workspace, item);
        return { kind: 'done', rollback: outcome.rollback, items: outcome.items };
      }),

    restoreRollback: (workspace, rollback, person, by) =>
      inTurn(async () => {
        const restored = all(workspace)
          .filter(
            (item) => item.rollback === rollback && (person === null || item.person === person),
          )
          .map((item) => reviewed(item, 'restore', by, powers.now()))
          .filter((after) => typeof after !== 'string');
        if (restored.length === 0) return [];
        const items = restored.length;
        await append(record, workspace, [
          memoryChanged('restored', { memory: null, by, rollback, items }),
        ]);
        for (const item of restored) put(workspace, item);
        return restored;
      }),
  };
}
