import { type IdPowers, newId } from '@countersign/contract';
import type { KeyDoor, KeyRecord } from '../doors.ts';

/** Keys in memory. `put` stores one as it is, even one that should never have been made. */
export function memoryKeys(powers: IdPowers): KeyDoor & {
  put(text: string, key: Omit<KeyRecord, 'id' | 'createdAt' | 'lastUsedAt' | 'name'>): void;
} {
  const keys = new Map<string, KeyRecord>();
  return {
    put(text, key) {
      const id = newId('key', powers);
      keys.set(text, { id, name: id, createdAt: powers.now(), lastUsedAt: null, ...key });
    },
    keys: async (workspace) => [...keys.values()].filter((key) => key.workspace === workspace),
    async createKey(workspace, draft) {
      const id = newId('key', powers);
      const text = `cs_${id.slice(4)}_${'a'.repeat(64)}`;
      const createdAt = powers.now();
      const key = { id, workspace, createdAt, revokedAt: null, lastUsedAt: null, ...draft };
      keys.set(text, key);
      return { key, text };
    },
    async revokeKey(workspace, id) {
      for (const [text, key] of keys) {
        if (key.id !== id || key.workspace !== workspace) continue;
        keys.set(text, { ...key, revokedAt: powers.now() });
        return true;
      }
      return false;
    },
    authenticate: async (text) => keys.get(text) ?? null,
  };
}
