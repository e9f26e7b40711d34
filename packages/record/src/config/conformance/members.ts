import { NO_RULES } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { ada, bob, type ConfigUnderTest, entriesOf, fresh, freshWorkspace } from './under-test.ts';

/** Workspaces and members, as every ConfigStore keeps them. */
export function membersConformance(name: string, { config, reader }: ConfigUnderTest): void {
  describe(`${name} keeps workspaces and members`, () => {
    test('a workspace begins with its owner, and both are entries of its ledger', async () => {
      const id = await freshWorkspace(config());
      const workspace = { id, name: `Workspace ${id}`, createdAt: 1_700_000_000_123 };
      expect(await config().workspace(id)).toEqual(workspace);
      expect(await config().members(id)).toEqual([ada]);
      expect(await config().member(id, ada.person)).toEqual(ada);
      const [created] = await entriesOf(reader(), id, 'workspace.created');
      expect(created?.leaf.ref).toEqual({ workspace: id, by: ada.person });
      expect(created?.payload).toEqual({ name: workspace.name });
      const [joined] = await entriesOf(reader(), id, 'member.changed');
      expect(joined?.leaf.ref).toEqual({ person: ada.person, role: 'owner', by: ada.person });
      expect(joined?.payload).toEqual({ name: 'Ada', email: 'ada@example.com' });
    });

    test('duties are separate from when an owner says so, and the ledger says who did', async () => {
      const [id, other] = [await freshWorkspace(config()), await freshWorkspace(config())];
      expect(await config().rules(id)).toEqual(NO_RULES);
      await config().putRules(id, { ...NO_RULES, separateDuties: true, sandbox: true }, ada.person);
      expect(await config().rules(id)).toEqual({
        ...NO_RULES,
        separateDuties: true,
        sandbox: true,
      });
      expect(await config().rules(other)).toEqual(NO_RULES);
      await config().putRules(id, { ...NO_RULES, policyTwoPersons: true }, bob.person);
      expect(await config().rules(id)).toEqual({ ...NO_RULES, policyTwoPersons: true });
      const entries = await entriesOf(reader(), id, 'workspace.changed');
      expect(entries.map(({ leaf, payload }) => [leaf.ref, payload])).toEqual([
        [{ ...NO_RULES, workspace: id, separateDuties: true, sandbox: true, by: ada.person }, null],
        [{ ...NO_RULES, workspace: id, policyTwoPersons: true, by: bob.person }, null],
      ]);
    });

    test('a workspace that is not there gets no rules, and no entry', async () => {
      const put = config().putRules('ws_nowhere', NO_RULES, ada.person);
      await expect(put).rejects.toMatchObject({ code: 'RECORD_WORKSPACE_UNKNOWN' });
      expect(await entriesOf(reader(), 'ws_nowhere', 'workspace.changed')).toEqual([]);
    });

    test('a second workspace of the same id is refused and leaves no entry', async () => {
      const id = await freshWorkspace(config());
      const again = config().createWorkspace(
        { id, name: 'Mine now', createdAt: 1 },
        {
          ...bob,
          role: 'owner',
        },
      );
      await expect(again).rejects.toMatchObject({ code: 'RECORD_WORKSPACE_EXISTS' });
      expect(await config().members(id)).toEqual([ada]);
      expect(await entriesOf(reader(), id, 'workspace.created')).toHaveLength(1);
    });

    test.each([
      ['no id', { id: '', name: 'x', createdAt: 1 }, ada],
      ['an id with a colon', { id: 'ws:1', name: 'x', createdAt: 1 }, ada],
      ['no name', { id: 'ws_nameless', name: ' ', createdAt: 1 }, ada],
      ['no owner', { id: 'ws_unowned', name: 'x', createdAt: 1 }, bob],
    ])('a workspace with %s is refused', async (_, workspace, owner) => {
      const made = config().createWorkspace(workspace, owner);
      await expect(made).rejects.toMatchObject({ code: 'RECORD_WORKSPACE_INVALID' });
    });

    test('a person finds exactly the workspaces they belong to, each with the role there', async () => {
      const carol = { ...bob, person: fresh('usr_carol') };
      const [one, two, three] = [
        await freshWorkspace(config()),
        await freshWorkspace(config()),
        await freshWorkspace(config()),
      ];
      await config().putMember(one, { ...carol, role: 'builder' }, ada.person);
      await config().putMember(three, { ...carol, role: 'user' }, ada.person);
      const found = await config().workspacesOf(carol.person);
      expect(found.map(({ id, role }) => [id, role])).toEqual([
        [one, 'builder'],
        [three, 'user'],
      ]);
      expect(found.map(({ id }) => id)).not.toContain(two);
      expect(await config().workspacesOf('usr_nobody')).toEqual([]);
    });

    test('a member changes role, and the ledger says who changed it', async () => {
      const id = await freshWorkspace(config());
      await config().putMember(id, bob, ada.person);
      await config().putMember(id, { ...bob, role: 'admin', name: 'Robert' }, ada.person);
      expect(await config().members(id)).toEqual([ada, { ...bob, role: 'admin', name: 'Robert' }]);
      const entries = await entriesOf(reader(), id, 'member.changed');
      expect(entries.map(({ leaf }) => leaf.ref['role'])).toEqual(['owner', 'user', 'admin']);
      expect(entries.at(-1)?.leaf.ref['by']).toBe(ada.person);
    });

    test('the last owner stays one, also when two owners step down at once', async () => {
      const id = await freshWorkspace(config());
      const alone = config().putMember(id, { ...ada, role: 'admin' }, ada.person);
      await expect(alone).rejects.toMatchObject({ code: 'RECORD_LAST_OWNER' });
      await config().putMember(id, { ...bob, role: 'owner' }, ada.person);
      const both = await Promise.allSettled([
        config().putMember(id, { ...ada, role: 'user' }, ada.person),
        config().putMember(id, { ...bob, role: 'user' }, bob.person),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const roles = (await config().members(id)).map(({ role }) => role);
      expect(roles.toSorted()).toEqual(['owner', 'user']);
      // Founded, Bob promoted, one of the two demoted: what was refused left nothing.
      expect(await entriesOf(reader(), id, 'member.changed')).toHaveLength(3);
    });

    test('whoever is removed is gone from the workspace, and the ledger says who did it', async () => {
      const id = await freshWorkspace(config());
      await config().putMember(id, bob, ada.person);
      await config().removeMember(id, bob.person, ada.person);
      expect(await config().member(id, bob.person)).toBeNull();
      expect(await config().members(id)).toEqual([ada]);
      expect((await config().workspacesOf(bob.person)).map((one) => one.id)).not.toContain(id);
      const last = (await entriesOf(reader(), id, 'member.changed')).at(-1);
      expect(last?.leaf.ref).toEqual({ person: bob.person, role: null, by: ada.person });
      expect(last?.payload).toBeNull();
      await config().putMember(id, { ...bob, role: 'admin' }, ada.person);
      expect(await config().member(id, bob.person)).toMatchObject({ role: 'admin' });
    });

    test('who is no member cannot be removed, nor twice at once, and no entry says so', async () => {
      const id = await freshWorkspace(config());
      await config().putMember(id, bob, ada.person);
      const nobody = config().removeMember(id, 'usr_nobody', ada.person);
      await expect(nobody).rejects.toMatchObject({ code: 'RECORD_MEMBER_UNKNOWN' });
      const both = await Promise.allSettled([
        config().removeMember(id, bob.person, ada.person),
        config().removeMember(id, bob.person, ada.person),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await entriesOf(reader(), id, 'member.changed')).toHaveLength(3);
    });

    test('the last owner cannot be removed, also when two owners remove each other', async () => {
      const id = await freshWorkspace(config());
      const alone = config().removeMember(id, ada.person, ada.person);
      await expect(alone).rejects.toMatchObject({ code: 'RECORD_LAST_OWNER' });
      await config().putMember(id, { ...bob, role: 'owner' }, ada.person);
      const both = await Promise.allSettled([
        config().removeMember(id, ada.person, bob.person),
        config().removeMember(id, bob.person, ada.person),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await config().members(id)).toHaveLength(1);
    });

    test('a workspace that does not exist has no members and takes none', async () => {
      const put = config().putMember('ws_nowhere', bob, ada.person);
      await expect(put).rejects.toMatchObject({ code: 'RECORD_WORKSPACE_UNKNOWN' });
      expect(await config().workspace('ws_nowhere')).toBeNull();
      expect(await config().members('ws_nowhere')).toEqual([]);
      expect(await reader().log('ws_nowhere', 0, 10)).toEqual([]);
    });
  });
}
