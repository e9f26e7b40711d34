import {
  type IdPowers,
  type Member,
  NO_RULES,
  type Role,
  type Workspace,
  type WorkspaceRules,
} from '@countersign/contract';
import type pg from 'pg';
import { asRecordFault } from '../postgres/faults.ts';
import { inWorkspace, readRows, type Tenant } from '../postgres/tenant.ts';
import { memberChanged, memberRemoved, workspaceChanged, workspaceCreated } from './changes.ts';
import { storeFault } from './errors.ts';
import type { MemberStore } from './ports.ts';
import { append } from './postgres-append.ts';
import { assertMember, assertWorkspace } from './shape.ts';

/** Workspaces and who belongs to them, in Postgres. */
export function createPostgresMembers(pool: pg.Pool, powers: IdPowers): MemberStore {
  return {
    workspace: (id) =>
      readRows<WorkspaceRow>(
        pool,
        id,
        'select workspace as id, name, created_at from workspace where workspace = $1',
        [id],
      ).then((rows) => (rows[0] === undefined ? null : workspaceOf(rows[0]))),

    async workspacesOf(person) {
      // Across workspaces: a function of the owner gives this person's rows, whatever the transaction carries.
      const { rows } = await pool
        .query<WorkspaceRow & { readonly role: Role }>('select * from workspaces_of($1)', [person])
        .catch((thrown: unknown) => {
          throw asRecordFault(thrown);
        });
      return rows.map((row) => ({ ...workspaceOf(row), role: row.role }));
    },

    async createWorkspace(workspace, owner) {
      assertWorkspace(workspace, owner);
      const entries = [
        workspaceCreated(workspace, owner.person),
        memberChanged(owner, owner.person),
      ];
      await inWorkspace(pool, workspace.id, async (tenant) => {
        await append(tenant, workspace.id, entries, powers);
        const made = await tenant.query(
          `insert into workspace (workspace, name, created_at) values ($1, $2, $3)
           on conflict do nothing`,
          [workspace.id, workspace.name, new Date(workspace.createdAt)],
        );
        if (made.rowCount === 0) throw storeFault('RECORD_WORKSPACE_EXISTS');
        await upsertMember(tenant, workspace.id, owner);
      });
    },

    rules: (workspace) =>
      readRows<WorkspaceRules>(
        pool,
        workspace,
        `select separate_duties as "separateDuties", policy_two_persons as "policyTwoPersons", sandbox
           from workspace where workspace = $1`,
        [workspace],
      ).then((rows) => rows[0] ?? NO_RULES),

    putRules: (workspace, rules, by) =>
      inWorkspace(pool, workspace, async (tenant) => {
        await append(tenant, workspace, [workspaceChanged(workspace, rules, by)], powers);
        await refuseUnknown(tenant, workspace);
        await tenant.query(
          `update workspace set separate_duties = $2, policy_two_persons = $3, sandbox = $4
             where workspace = $1`,
          [workspace, rules.separateDuties, rules.policyTwoPersons, rules.sandbox],
        );
      }),

    member: (workspace, person) =>
      readRows<Member>(
        pool,
        workspace,
        `select person, name, email, role from member
         where workspace = $1 and person = $2 and left_at is null`,
        [workspace, person],
      ).then((rows) => rows[0] ?? null),

    members: (workspace) =>
      readRows<Member>(
        pool,
        workspace,
        `select person, name, email, role from member where workspace = $1 and left_at is null
         order by person collate "C"`,
        [workspace],
      ),

    async putMember(workspace, member, by) {
      assertMember(member);
      await inWorkspace(pool, workspace, async (tenant) => {
        await append(tenant, workspace, [memberChanged(member, by)], powers);
        await refuseUnknown(tenant, workspace);
        await upsertMember(tenant, workspace, member);
        await refuseOwnerless(tenant, workspace);
      });
    },

    removeMember: (workspace, person, by) =>
      inWorkspace(pool, workspace, async (tenant) => {
        await append(tenant, workspace, [memberRemoved(person, by)], powers);
        const removed = await tenant.query(
          `update member set left_at = now() where workspace = $1 and person = $2 and left_at is null`,
          [workspace, person],
        );
        if (removed.rowCount === 0) throw storeFault('RECORD_MEMBER_UNKNOWN');
        await refuseOwnerless(tenant, workspace);
      }),
  };
}

interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
}

function workspaceOf({ id, name, created_at }: WorkspaceRow): Workspace {
  return { id, name, createdAt: created_at.getTime() };
}

async function upsertMember(tenant: Tenant, workspace: string, member: Member): Promise<void> {
  await tenant.query(
    `insert into member (workspace, person, name, email, role) values ($1, $2, $3, $4, $5)
     on conflict (workspace, person)
     do update set name = excluded.name, email = excluded.email, role = excluded.role,
                   left_at = null`,
    [workspace, member.person, member.name, member.email, member.role],
  );
}

async function refuseUnknown(tenant: Tenant, workspace: string): Promise<void> {
  const found = await tenant.query('select from workspace where workspace = $1', [workspace]);
  if (found.rowCount === 0) throw storeFault('RECORD_WORKSPACE_UNKNOWN');
}

async function refuseOwnerless(tenant: Tenant, workspace: string): Promise<void> {
  const owner = await tenant.query(
    `select from member where workspace = $1 and role = 'owner' and left_at is null limit 1`,
    [workspace],
  );
  if (owner.rowCount === 0) throw storeFault('RECORD_LAST_OWNER');
}
