import { type Member, NO_RULES, type Workspace, type WorkspaceRules } from '@countersign/contract';
import { memberChanged, memberRemoved, workspaceChanged, workspaceCreated } from './changes.ts';
import { storeFault } from './errors.ts';
import { append, type Committer } from './memory-append.ts';
import type { MemberStore } from './ports.ts';
import { assertMember, assertWorkspace } from './shape.ts';
import type { createTurns } from './turns.ts';

/** Workspaces and who belongs to them, in memory. */
export function createMemoryMembers(
  record: Committer,
  inTurn: ReturnType<typeof createTurns>,
): MemberStore {
  const workspaces = new Map<
    string,
    {
      readonly workspace: Workspace;
      readonly members: Map<string, Member>;
      readonly rules: WorkspaceRules;
    }
  >();
  return {
    workspace: async (id) => workspaces.get(id)?.workspace ?? null,
    async workspacesOf(person) {
      return [...workspaces.values()].flatMap(({ workspace, members }) => {
        const role = members.get(person)?.role;
        return role === undefined ? [] : [{ ...workspace, role }];
      });
    },
    createWorkspace: (workspace, owner) =>
      inTurn(async () => {
        assertWorkspace(workspace, owner);
        if (workspaces.has(workspace.id)) throw storeFault('RECORD_WORKSPACE_EXISTS');
        const by = owner.person;
        const entries = [workspaceCreated(workspace, by), memberChanged(owner, by)];
        await append(record, workspace.id, entries);
        const members = new Map([[owner.person, owner]]);
        workspaces.set(workspace.id, { workspace, members, rules: NO_RULES });
      }),
    rules: async (workspace) => workspaces.get(workspace)?.rules ?? NO_RULES,
    putRules: (workspace, rules, by) =>
      inTurn(async () => {
        const found = workspaces.get(workspace);
        if (found === undefined) throw storeFault('RECORD_WORKSPACE_UNKNOWN');
        await append(record, workspace, [workspaceChanged(workspace, rules, by)]);
        workspaces.set(workspace, { ...found, rules });
      }),
    member: async (workspace, person) => workspaces.get(workspace)?.members.get(person) ?? null,
    async members(workspace) {
      const members = workspaces.get(workspace)?.members.values() ?? [];
      return [...members].sort((a, b) => (a.person < b.person ? -1 : 1));
    },
    putMember: (workspace, member, by) =>
      inTurn(async () => {
        assertMember(member);
        const found = workspaces.get(workspace);
        if (found === undefined) throw storeFault('RECORD_WORKSPACE_UNKNOWN');
        refuseOwnerless([...othersThan(member.person, found.members), member]);
        await append(record, workspace, [memberChanged(member, by)]);
        found.members.set(member.person, member);
      }),
    removeMember: (workspace, person, by) =>
      inTurn(async () => {
        const members = workspaces.get(workspace)?.members;
        if (members?.has(person) !== true) throw storeFault('RECORD_MEMBER_UNKNOWN');
        refuseOwnerless(othersThan(person, members));
        await append(record, workspace, [memberRemoved(person, by)]);
        members.delete(person);
      }),
  };
}

function othersThan(person: string, members: ReadonlyMap<string, Member>): readonly Member[] {
  return [...members.values()].filter((member) => member.person !== person);
}

function refuseOwnerless(members: readonly Member[]): void {
  if (!members.some(({ role }) => role === 'owner')) throw storeFault('RECORD_LAST_OWNER');
}
