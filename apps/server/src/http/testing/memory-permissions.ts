import {
  expiryOf,
  type IdPowers,
  newId,
  type PermissionDraft,
  type PermissionView,
} from '@countersign/contract';
import type { PermissionDoor } from '../doors.ts';

/** Standing permissions in memory. `made` is what the store was asked to make, by whom. */
export function memoryPermissions(powers: IdPowers): PermissionDoor & {
  readonly made: { readonly draft: PermissionDraft; readonly by: string }[];
} {
  const kept = new Map<string, PermissionView & { readonly workspace: string }>();
  const made: { draft: PermissionDraft; by: string }[] = [];
  const change = (workspace: string, id: string, more: Partial<PermissionView>) => {
    const one = kept.get(id);
    if (one?.workspace !== workspace) return false;
    kept.set(id, { ...one, ...more });
    return true;
  };
  return {
    made,
    permissions: async (workspace) =>
      [...kept.values()].filter((one) => one.workspace === workspace),
    permission: async (workspace, id) => {
      const one = kept.get(id);
      return one?.workspace === workspace ? one : null;
    },
    standing: async (workspace) =>
      [...kept.values()].filter((one) => one.workspace === workspace && one.revokedAt === null),
    uses: async () => [],
    makePermissions: async (workspace, drafts, by) =>
      drafts.map((draft) => {
        made.push({ draft, by });
        const { agent, action, connection, pointer, allows, weekly, days, asked } = draft;
        const id = newId('permission', powers);
        const createdAt = powers.now();
        const one = {
          ...{ id, agent, action, connection, pointer, allows, weekly, createdAt, createdBy: by },
          ...{ question: asked?.question ?? null, expiresAt: expiryOf(days, createdAt) },
        };
        const unused = { revokedAt: null, revokedBy: null, uses: 0, lastUsedAt: null };
        kept.set(id, { ...one, ...unused, workspace });
        return one;
      }),
    revokePermission: async (workspace, id, by) =>
      change(workspace, id, { revokedAt: powers.now(), revokedBy: by }),
    restorePermission: async (workspace, id, by) =>
      [by, null].includes(kept.get(id)?.revokedBy ?? null) &&
      change(workspace, id, { revokedAt: null, revokedBy: null }),
  };
}
