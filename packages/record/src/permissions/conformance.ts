import type { IdPowers, PermissionDraft, RecordStore } from '@countersign/contract';
import { permissionAccount } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../ledger/ledger.ts';
import type { PermissionStore } from './port.ts';
import { MOST_STANDING } from './shape.ts';

/** How the suite gets a store, the record it writes to, its ledger, and its clock, which only the suite moves. */
export interface PermissionStoreUnderTest {
  readonly store: () => PermissionStore;
  readonly record: () => Pick<RecordStore, 'commit' | 'reader'>;
  readonly ledger: () => Pick<Ledger, 'erase'>;
  readonly clock: { now: number };
}

/** Powers whose clock stands still until a test moves it. */
export function powersWith(clock: { now: number }, randomBytes: IdPowers['randomBytes']): IdPowers {
  return { now: () => clock.now, randomBytes };
}

const DAY = 86_400_000;
const draft: PermissionDraft = {
  agent: 'agt_1',
  action: 'mail.send',
  connection: 'con_1',
  pointer: '/to/*',
  allows: { kind: 'exact', value: 'bob@example.com' },
  weekly: null,
  days: 7,
  asked: { question: 'qst_1', run: 'run_1' },
};
const bound: PermissionDraft = {
  ...draft,
  pointer: '/amount',
  allows: { kind: 'at-most', most: 100 },
  weekly: { calls: 2, sum: 150.5 },
  days: 30,
  asked: null,
};

let counter = 0;
const fresh = () => `ws_permissions_${++counter}`;

/** What every {@link PermissionStore} does. */
export function permissionStoreConformance(name: string, under: PermissionStoreUnderTest): void {
  const { store, record, ledger, clock } = under;
  const make = async (ws: string, one: PermissionDraft = draft) => {
    const [made] = await store().makePermissions(ws, [one], 'usr_ada');
    if (made === undefined) throw new Error('one draft makes one permission');
    return made;
  };
  const standing = async (ws: string) => (await store().standing(ws)).map(({ id }) => id);

  describe(`${name} makes permissions`, () => {
    test('one is as it was made, stands in its workspace alone, and ends by itself', async () => {
      const ws = fresh();
      const made = await make(ws);
      expect(made).toMatchObject({
        ...{ agent: 'agt_1', action: 'mail.send', connection: 'con_1', pointer: '/to/*' },
        ...{ allows: draft.allows, weekly: null, question: 'qst_1', createdBy: 'usr_ada' },
        ...{ createdAt: clock.now, expiresAt: clock.now + 7 * DAY },
      });
      expect(await store().standing(ws)).toEqual([made]);
      expect(await store().standing(fresh())).toEqual([]);
      expect(await store().permission(fresh(), made.id)).toBeNull();
      clock.now += 7 * DAY - 1;
      expect(await standing(ws)).toEqual([made.id]);
      clock.now += 1;
      expect(await standing(ws)).toEqual([]);
      expect(await store().permission(ws, made.id)).toMatchObject({ revokedAt: null, uses: 0 });
    });

    test('the ledger has its structure in the leaf and its value beside it', async () => {
      const ws = fresh();
      const { id } = await make(ws);
      const [entry] = await record().reader.log(ws, 0, 10);
      expect(entry?.leaf).toMatchObject({
        kind: 'permission.changed',
        run: 'run_1',
        ref: { change: 'made', permission: id, by: 'usr_ada', agent: 'agt_1', question: 'qst_1' },
      });
      expect(JSON.stringify(entry?.leaf)).not.toContain('bob@example.com');
      expect(entry?.payload).toEqual({ pointer: '/to/*', allows: draft.allows, weekly: null });
    });

    test('a capped one has an account for each of its weeks, and no more is reserved than they bear', async () => {
      const ws = fresh();
      const made = await make(ws, bound);
      const limits = { calls: 2, moneyMicros: 150_500_000 };
      for (const day of [0, 6, 7, 29]) {
        const account = permissionAccount(made, made.createdAt + day * DAY);
        expect(await record().reader.account(ws, account)).toMatchObject({ limits });
      }
      const after = permissionAccount(made, made.createdAt + 36 * DAY);
      expect(await record().reader.account(ws, after)).toBeNull();
      const reserve = () =>
        record().commit({
          ...{ workspace: ws, entries: [] },
          reserve: [
            {
              accounts: [permissionAccount(made, clock.now)],
              amounts: { calls: 1, moneyMicros: 100_000_000 },
            },
          ],
        });
      const kinds = (await Promise.all([reserve(), reserve()])).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual(['committed', 'exhausted']);
    });

    test.each<[what: string, changed: PermissionDraft]>([
      ['for ever', { ...draft, days: 3650 as 90 }],
      ['for a whole call', { ...draft, pointer: '' }],
      ['for no agent', { ...draft, agent: '' }],
      ['of a bound without a weekly sum', { ...bound, weekly: { calls: 3, sum: null } }],
      ['of a bound of nothing', { ...bound, allows: { kind: 'at-most', most: 0 } }],
      ['of a bound over a million', { ...bound, allows: { kind: 'at-most', most: 1_000_001 } }],
      ['of no call a week', { ...draft, weekly: { calls: 0, sum: null } }],
      ['of half a call a week', { ...draft, weekly: { calls: 0.5, sum: null } }],
      ['of a sum of texts', { ...draft, weekly: { calls: null, sum: 5 } }],
    ])('none is made %s, nor any beside it', async (_, changed) => {
      const ws = fresh();
      const both = store().makePermissions(ws, [draft, changed], 'usr_ada');
      await expect(both).rejects.toMatchObject({ code: 'RECORD_PERMISSION_INVALID' });
      expect([await standing(ws), await record().reader.log(ws, 0, 10)]).toEqual([[], []]);
    });

    test('no more of them stand at once than decisions look through', async () => {
      const ws = fresh();
      const all = Array.from({ length: MOST_STANDING }, () => draft);
      await store().makePermissions(ws, all, 'usr_ada');
      await expect(make(ws)).rejects.toMatchObject({ code: 'RECORD_PERMISSION_LIMIT' });
      expect(await standing(ws)).toHaveLength(MOST_STANDING);
    }, 60_000);
  });

  describe(`${name} ends permissions`, () => {
    test('a revoked one stands no more and is revoked once; only the same person takes that back, and soon', async () => {
      const ws = fresh();
      const { id } = await make(ws);
      expect(await store().revokePermission(fresh(), id, 'usr_eve')).toBe(false);
      const twice = await Promise.all(
        [1, 2].map(() => store().revokePermission(ws, id, 'usr_bob')),
      );
      expect(twice.sort()).toEqual([false, true]);
      expect(await standing(ws)).toEqual([]);
      expect(await store().permission(ws, id)).toMatchObject({
        ...{ revokedAt: clock.now, revokedBy: 'usr_bob' },
      });
      expect(await store().restorePermission(ws, id, 'usr_ada')).toBe(false);
      expect(await store().restorePermission(ws, id, 'usr_bob')).toBe(true);
      expect(await standing(ws)).toEqual([id]);
      expect(await store().restorePermission(ws, id, 'usr_bob')).toBe(false);
      await store().revokePermission(ws, id, 'usr_bob');
      clock.now += 600_001;
      expect(await store().restorePermission(ws, id, 'usr_bob')).toBe(false);
      const changes = (await record().reader.log(ws, 0, 10)).map(({ leaf }) => leaf.ref['change']);
      expect(changes).toEqual(['made', 'revoked', 'restored', 'revoked']);
    });

    test('erasing the entry of its making ends it and leaves its structure', async () => {
      const ws = fresh();
      const { id } = await make(ws, { ...draft, asked: null });
      const other = await make(ws, { ...draft, asked: null });
      await ledger().erase(ws, { index: 0 }, 'usr_ada');
      expect(await standing(ws)).toEqual([other.id]);
      const erased = await store().permission(ws, id);
      expect(erased).toMatchObject({ id, agent: 'agt_1', pointer: null, allows: null });
      expect(JSON.stringify(erased)).not.toContain('bob@example.com');
    });
  });

  test(`${name} counts the calls that a permission let pass, and names them`, async () => {
    const ws = fresh();
    const { id } = await make(ws);
    const intent = (call: string, permissions: readonly string[]) =>
      ({
        kind: 'call.intent',
        run: null,
        call,
        ref: { action: 'mail.send', permissions },
        payload: null,
      }) as const;
    await record().commit({
      workspace: ws,
      entries: [
        intent('run_1.1', [id]),
        intent('run_1.2', ['prm_other']),
        intent('run_1.3', ['prm_other', id]),
      ],
    });
    expect(await store().permissions(ws, 10)).toMatchObject([
      { id, uses: 2, lastUsedAt: clock.now },
    ]);
    const uses = await store().uses(ws, id, 10);
    expect(uses.map(({ call, action, index }) => [call, action, index])).toEqual([
      ['run_1.3', 'mail.send', 3],
      ['run_1.1', 'mail.send', 1],
    ]);
    expect(await store().uses(ws, id, 1)).toHaveLength(1);
    expect(await store().uses(fresh(), id, 10)).toEqual([]);
  });
}
