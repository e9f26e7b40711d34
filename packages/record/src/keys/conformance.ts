import { AGENT_SCOPES, type IdPowers, type RecordReader } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import type { KeyDraft, KeyStore } from './port.ts';

/** How the suite gets a store, the ledger it writes to, and its clock, which only the suite moves. */
export interface KeyStoreUnderTest {
  readonly store: () => KeyStore;
  readonly reader: () => RecordReader;
  readonly clock: { now: number };
}

/** Powers whose clock stands still until a test moves it. */
export function powersWith(clock: { now: number }, randomBytes: IdPowers['randomBytes']): IdPowers {
  return { now: () => clock.now, randomBytes };
}

const draft: KeyDraft = {
  name: 'Nightly triage',
  person: 'usr_ada',
  agent: null,
  scopes: ['runs:write', 'questions:answer'],
  expiresAt: null,
};

let counter = 0;
const fresh = (what: string) => `${what}_${++counter}`;

/** What every {@link KeyStore} does. */
export function keyStoreConformance(name: string, under: KeyStoreUnderTest): void {
  const { store, reader, clock } = under;
  const create = (workspace: string, changed: Partial<KeyDraft> = {}) =>
    store().createKey(workspace, { ...draft, ...changed }, 'usr_bob');

  describe(`${name} gives keys`, () => {
    test('a key is the one that was made, and the only one that its text is', async () => {
      const ws = fresh('ws');
      const { key, text } = await create(ws);
      expect(text).toMatch(/^cs_[0-9a-z]{26}_[0-9a-f]{64}$/);
      expect(key).toMatchObject({ ...draft, workspace: ws, revokedAt: null, createdAt: clock.now });
      expect(await store().authenticate(text)).toMatchObject({
        ...draft,
        id: key.id,
        workspace: ws,
      });
      const last = text.endsWith('0') ? '1' : '0';
      const other = await create(ws);
      const mixed = `${text.slice(0, 30)}${other.text.slice(30)}`;
      for (const wrong of [
        `${text.slice(0, -1)}${last}`,
        text.toUpperCase(),
        `${text} `,
        `${text}\n`,
        mixed,
        text.slice(0, 30),
        `${text.slice(0, 30)}${'0'.repeat(64)}`,
        '',
        "cs_' or true --",
      ]) {
        expect(await store().authenticate(wrong), wrong).toBeNull();
      }
    });

    test('the ledger says who made a key and what it may, and nothing of its secret', async () => {
      const ws = fresh('ws');
      const { key, text } = await create(ws, { scopes: ['runs:read'] });
      const [entry] = await reader().log(ws, 0, 10);
      expect(entry?.leaf.ref).toEqual({
        change: 'created',
        key: key.id,
        by: 'usr_bob',
        person: 'usr_ada',
        agent: null,
        scopes: ['runs:read'],
        expiresAt: null,
      });
      expect(entry?.payload).toEqual({ name: 'Nightly triage' });
      const secret = text.slice(30);
      expect(JSON.stringify([entry, key, await store().keys(ws)])).not.toContain(secret);
    });

    test('keys are listed newest first, to their own workspace', async () => {
      const ws = fresh('ws');
      const first = await create(ws);
      clock.now += 1;
      const second = await create(ws);
      expect((await store().keys(ws)).map(({ id }) => id)).toEqual([second.key.id, first.key.id]);
      expect(await store().keys(fresh('ws'))).toEqual([]);
    });
  });

  describe(`${name} ends keys`, () => {
    test('a revoked key is nothing any more, and is revoked once', async () => {
      const ws = fresh('ws');
      const { key, text } = await create(ws);
      expect(await store().revokeKey('ws_other', key.id, 'usr_eve')).toBe(false);
      expect(await store().authenticate(text)).not.toBeNull();
      const answers = await Promise.all([1, 2].map(() => store().revokeKey(ws, key.id, 'usr_ada')));
      expect(answers.sort()).toEqual([false, true]);
      expect(await store().authenticate(text)).toBeNull();
      expect((await store().keys(ws))[0]?.revokedAt).toBe(clock.now);
      const changes = (await reader().log(ws, 0, 10)).map(({ leaf }) => leaf.ref['change']);
      expect(changes).toEqual(['created', 'revoked']);
      expect(await store().revokeKey(ws, 'key_0', 'usr_ada')).toBe(false);
    });

    test('a key is nothing from the millisecond it expires', async () => {
      const { text } = await create(fresh('ws'), { expiresAt: clock.now + 1000 });
      clock.now += 999;
      expect(await store().authenticate(text)).not.toBeNull();
      clock.now += 1;
      expect(await store().authenticate(text)).toBeNull();
    });

    test('the last use is noted, at most once a minute', async () => {
      const ws = fresh('ws');
      const { text } = await create(ws);
      const lastUsed = async () => (await store().keys(ws))[0]?.lastUsedAt;
      expect(await lastUsed()).toBeNull();
      const first = clock.now;
      await store().authenticate(text);
      clock.now += 59_999;
      await store().authenticate(text);
      expect(await lastUsed()).toBe(first);
      clock.now += 1;
      await store().authenticate(text);
      expect(await lastUsed()).toBe(first + 60_000);
    });
  });

  describe(`${name} refuses keys`, () => {
    test.each<[what: string, changed: Partial<KeyDraft>]>([
      ['no name', { name: ' ' }],
      ['no scope', { scopes: [] }],
      // Scopes come from JSON at run time.
      ['an unknown scope', { scopes: ['*' as 'runs:read'] }],
      ['a scope that no agent may hold', { agent: 'agt_1', scopes: ['questions:answer'] }],
      ['an expiry in the past', { expiresAt: 1 }],
    ])('with %s', async (_, changed) => {
      const ws = fresh('ws');
      await expect(create(ws, changed)).rejects.toMatchObject({ code: 'RECORD_API_KEY_INVALID' });
      expect(await store().keys(ws)).toEqual([]);
      expect(await reader().log(ws, 0, 10)).toEqual([]);
    });

    test('but an agent may hold one with the scopes of agents', async () => {
      const { key } = await create(fresh('ws'), { agent: 'agt_1', scopes: AGENT_SCOPES });
      expect(key).toMatchObject({ agent: 'agt_1', scopes: AGENT_SCOPES });
    });
  });
}
