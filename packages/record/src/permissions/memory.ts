import type {
  Entry,
  IdPowers,
  PermissionUse,
  PermissionView,
  RecordReader,
} from '@countersign/contract';
import { cells } from '../config/cells.ts';
import { assertLimit } from '../config/limit.ts';
import { append, type Committer } from '../config/memory-append.ts';
import { createTurns } from '../config/turns.ts';
import type { PermissionStore } from './port.ts';
import {
  assertPermission,
  assertRoom,
  making,
  mayRestore,
  permissionChanged,
  permissionOf,
  standingOf,
} from './shape.ts';

type Kept = Omit<PermissionView, 'uses' | 'lastUsedAt'>;

/** Entries that are looked through: more than a test makes. */
const LOG = 10_000;

/** Permissions in memory, for tests and trials; their entries go to `record`. */
export function createMemoryPermissionStore(
  record: Committer & { readonly reader: Pick<RecordReader, 'log'> },
  powers: IdPowers,
): PermissionStore {
  const kept = cells<Kept>();
  const inTurn = createTurns();

  async function views(workspace: string): Promise<readonly PermissionView[]> {
    const all = kept.all(workspace);
    // Decisions ask at every step, and most workspaces of tests have none.
    if (all.length === 0) return [];
    const log = await record.reader.log(workspace, 0, LOG);
    return all.map((one) => viewOf(one, log));
  }
  const standing = async (workspace: string) =>
    (await views(workspace)).flatMap((view) => standingOf(view, powers.now()) ?? []);
  const find = async (workspace: string, id: string) =>
    (await views(workspace)).find((view) => view.id === id) ?? null;

  return {
    permissions: async (workspace, limit) => {
      assertLimit(limit);
      return (await views(workspace)).toReversed().slice(0, limit);
    },
    permission: find,
    standing,
    uses: async (workspace, id, limit) => {
      assertLimit(limit);
      const log = await record.reader.log(workspace, 0, LOG);
      return log
        .filter((entry) => isUse(entry, id))
        .map(useOf)
        .toReversed()
        .slice(0, limit);
    },
    makePermissions: (workspace, drafts, by) =>
      inTurn(async () => {
        for (const draft of drafts) assertPermission(draft);
        assertRoom((await standing(workspace)).length, drafts.length);
        const made = drafts.map((draft) => permissionOf(draft, by, powers));
        const commits = made.map((one, at) => making(one, drafts[at]?.asked?.run ?? null));
        const entries = commits.flatMap((one) => one.entries);
        const accounts = commits.flatMap((one) => one.accounts);
        await append(record, workspace, entries, accounts);
        for (const one of made)
          kept.set(workspace, one.id, { ...one, revokedAt: null, revokedBy: null });
        return made;
      }),
    revokePermission: (workspace, id, by) =>
      inTurn(async () => {
        const found = kept.get(workspace, id);
        if (found === null || found.revokedAt !== null) return false;
        await append(record, workspace, [permissionChanged('revoked', id, by)]);
        kept.set(workspace, id, { ...found, revokedAt: powers.now(), revokedBy: by });
        return true;
      }),
    restorePermission: (workspace, id, by) =>
      inTurn(async () => {
        const found = kept.get(workspace, id);
        const view = await find(workspace, id);
        if (found === null || view === null || !mayRestore(view, by, powers.now())) return false;
        await append(record, workspace, [permissionChanged('restored', id, by)]);
        kept.set(workspace, id, { ...found, revokedAt: null, revokedBy: null });
        return true;
      }),
  };
}

function viewOf(one: Kept, log: readonly Entry[]): PermissionView {
  const isErased = log.some(
    ({ leaf, erased }) =>
      erased && leaf.kind === 'permission.changed' && leaf.ref['permission'] === one.id,
  );
  const uses = log.filter((entry) => isUse(entry, one.id));
  return {
    ...one,
    ...(isErased ? { pointer: null, allows: null, weekly: null } : {}),
    uses: uses.length,
    lastUsedAt: uses.at(-1)?.leaf.time ?? null,
  };
}

function isUse({ leaf }: Entry, id: string): boolean {
  const named = leaf.ref['permissions'];
  return leaf.kind === 'call.intent' && Array.isArray(named) && named.includes(id);
}

function useOf({ index, leaf }: Entry): PermissionUse {
  const action = String(leaf.ref['action'] ?? '');
  return { index, run: leaf.run ?? '', call: leaf.call ?? '', action, at: leaf.time };
}
