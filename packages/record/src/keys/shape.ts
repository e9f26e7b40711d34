import { AGENT_SCOPES, type EntryInput, SCOPES } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { assertFits, assertStorable, jsonOf } from '../config/storable.ts';
import type { KeyDraft, KeyRecord } from './port.ts';

/** Milliseconds for which a key's last use is not written again. */
const LAST_USED_COARSENESS = 60_000;

/** Refuses a key that would do more than it may, or nothing. @throws fault `RECORD_API_KEY_INVALID`. */
export function assertKey(draft: KeyDraft, now: number): void {
  const problem = problemOf(draft, now);
  if (problem !== null) throw storeFault('RECORD_API_KEY_INVALID', { message: problem });
  assertFits(draft.name, 200, "The key's name");
  assertStorable(jsonOf(draft), 'The key');
}

function problemOf({ name, scopes, agent, expiresAt }: KeyDraft, now: number): string | null {
  if (name.trim() === '') return 'A key needs a name, so that people know later what it is for.';
  if (scopes.length === 0) return 'A key needs at least one scope, or it could do nothing.';
  const known: readonly string[] = agent === null ? SCOPES : AGENT_SCOPES;
  const foreign = scopes.find((scope) => !known.includes(scope));
  if (foreign !== undefined) {
    const holder = agent === null ? 'A key' : 'A key held by an agent';
    return `${holder} cannot have the scope ${JSON.stringify(foreign)}; choose from ${known.join(', ')}.`;
  }
  if (expiresAt !== null && expiresAt <= now)
    return 'The key would have expired already; choose a later time.';
  return null;
}

/** Whether a key may still be used. */
export function isLive(key: Pick<KeyRecord, 'expiresAt' | 'revokedAt'>, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}

/** Whether a key's use should be written down: at most once a minute, since every request is a use. */
export function isUseDue(key: Pick<KeyRecord, 'lastUsedAt'>, now: number): boolean {
  return key.lastUsedAt === null || now - key.lastUsedAt >= LAST_USED_COARSENESS;
}

/** The ledger's entry for a key that was made or ended. Of the secret it holds nothing, not even the hash. */
export function keyChanged(
  change: 'created' | 'revoked',
  key: Pick<KeyRecord, 'id' | 'name' | 'person' | 'agent' | 'scopes' | 'expiresAt'>,
  by: string,
): EntryInput {
  const { id, name, person, agent, scopes, expiresAt } = key;
  return {
    kind: 'key.changed',
    run: null,
    call: null,
    ref: { change, key: id, by, person, agent, scopes, expiresAt },
    payload: { name },
  };
}
