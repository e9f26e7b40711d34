import { type IdPowers, must } from '@countersign/contract';
import { cells } from '../config/cells.ts';
import { append, type Committer } from '../config/memory-append.ts';
import { createTurns } from '../config/turns.ts';
import { formatKey, isSecret, newKeyText, parseKey, secretHash } from './key-text.ts';
import type { KeyRecord, KeyStore } from './port.ts';
import { assertKey, isLive, isUseDue, keyChanged } from './shape.ts';

interface Kept {
  readonly key: KeyRecord;
  readonly hash: string;
}

/** API keys in memory, for tests and trials; their entries go to `record`. */
export function createMemoryKeyStore(record: Committer, powers: IdPowers): KeyStore {
  const kept = cells<Kept>();
  const workspaceOf = new Map<string, string>();
  const inTurn = createTurns();
  return {
    async keys(workspace) {
      return kept
        .all(workspace)
        .map(({ key }) => key)
        .reverse();
    },
    createKey: (workspace, draft, by) =>
      inTurn(async () => {
        const createdAt = powers.now();
        assertKey(draft, createdAt);
        const text = newKeyText(powers);
        const key: KeyRecord = {
          ...draft,
          id: text.id,
          workspace,
          createdAt,
          revokedAt: null,
          lastUsedAt: null,
        };
        await append(record, workspace, [keyChanged('created', key, by)]);
        kept.set(workspace, key.id, { key, hash: secretHash(text.secret) });
        workspaceOf.set(key.id, workspace);
        return { key, text: formatKey(text) };
      }),
    revokeKey: (workspace, id, by) =>
      inTurn(async () => {
        const found = kept.get(workspace, id);
        if (found === null || found.key.revokedAt !== null) return false;
        await append(record, workspace, [keyChanged('revoked', found.key, by)]);
        const key = { ...found.key, revokedAt: powers.now() };
        kept.set(workspace, id, { ...found, key });
        return true;
      }),
    async authenticate(given) {
      const text = parseKey(given);
      const workspace = text === null ? undefined : workspaceOf.get(text.id);
      if (text === null || workspace === undefined) return null;
      const { key, hash } = must(kept.get(workspace, text.id), 'a key that is indexed is kept');
      const now = powers.now();
      if (!isSecret(text.secret, hash) || !isLive(key, now)) return null;
      if (!isUseDue(key, now)) return key;
      const used = { ...key, lastUsedAt: now };
      kept.set(workspace, key.id, { key: used, hash });
      return used;
    },
  };
}
