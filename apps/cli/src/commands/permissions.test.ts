import type { PermissionView } from '@countersign/contract';
import { expect, test } from 'vitest';
import { machine, type Says } from '../testing/machine.ts';
import { wire } from '../testing/some-words.ts';

const permission: PermissionView = {
  ...{ id: 'prm_1', agent: 'agt_1', action: 'mail.send', connection: 'con_1', pointer: '/to/*' },
  ...{ allows: { kind: 'exact', value: 'bob\u202e@example.com' }, weekly: null, question: 'qst_1' },
  ...{ createdAt: 1, createdBy: 'usr_1', expiresAt: 9e15, revokedAt: null, revokedBy: null },
  ...{ uses: 3, lastUsedAt: 2 },
};

function standing(changed: Partial<PermissionView> = {}): Says {
  const one = { ...permission, ...changed };
  return ({ method, path }) => {
    if (method === 'DELETE') return wire({});
    if (path === 'workspaces/ws_1/permissions/prm_1') return wire({ permission: one, uses: [] });
    return path === 'workspaces/ws_1/permissions' ? wire({ items: [one] }) : null;
  };
}

const deleted = (m: ReturnType<typeof machine>) =>
  m.got.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

test('permissions list says what stands, with its uses, and nothing that moves text', async () => {
  const m = machine({ says: standing() });
  expect(await m.run('permissions list')).toBe(0);
  expect(m.screen).toMatch(/prm_1.*agt_1.*mail\.send.*\/to\/\*.*3 used/);
  expect(m.screen).not.toContain('\u202e');
});

test('permissions list leaves out what has ended, and says so where nothing stands', async () => {
  const m = machine({ says: standing({ revokedAt: 5, revokedBy: 'usr_1' }) });
  expect(await m.run('permissions list')).toBe(0);
  expect(m.screen).toContain('Nothing stands');
  expect(await m.run('permissions list --all')).toBe(0);
  expect(m.screen).toContain('ended');
});

test('permissions revoke ends one', async () => {
  const m = machine({ says: standing() });
  expect(await m.run('permissions revoke prm_1')).toBe(0);
  expect(deleted(m)).toEqual(['workspaces/ws_1/permissions/prm_1']);
});

test('permissions revoke says where it has ended already', async () => {
  const m = machine({ says: standing({ revokedAt: 5, revokedBy: 'usr_1' }) });
  expect(await m.run('permissions revoke prm_1')).toBe(6);
  expect(deleted(m)).toEqual([]);
});
