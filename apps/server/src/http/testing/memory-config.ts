import {
  type AgentRecord,
  type AgentSnapshot,
  type ConfigStore,
  type Connection,
  type Member,
  type NewSecret,
  NO_RULES,
  type PolicyStore,
  type SecretInfo,
  type Workspace,
  type WorkspaceRules,
} from '@countersign/contract';
import { memoryPolicies } from './memory-policies.ts';

interface Content {
  readonly workspace: Workspace;
  readonly members: Map<string, Member>;
  readonly agents: Map<string, AgentRecord>;
  readonly versions: AgentSnapshot[];
  readonly connections: Map<string, Connection>;
  readonly secrets: Map<string, SecretInfo>;
  rules: WorkspaceRules;
}

/** Configuration in memory, as far as the doors ask for it. */
export function memoryConfig(now: () => number): ConfigStore & PolicyStore {
  const all = new Map<string, Content>();
  const of = (workspace: string): Content => {
    const content = all.get(workspace);
    if (content === undefined) throw new Error(`no workspace ${workspace}`);
    return content;
  };
  const rules = async (workspace: string) => of(workspace).rules;
  const infoOf = ({ name, version }: NewSecret, by: string): SecretInfo => {
    return { name, version, createdAt: now(), createdBy: by };
  };
  return {
    workspace: async (id) => all.get(id)?.workspace ?? null,
    workspacesOf: async (person) =>
      [...all.values()].flatMap(({ workspace, members }) => {
        const member = members.get(person);
        return member === undefined ? [] : [{ ...workspace, role: member.role }];
      }),
    async createWorkspace(workspace, owner) {
      all.set(workspace.id, {
        workspace,
        members: new Map([[owner.person, owner]]),
        agents: new Map(),
        versions: [],
        connections: new Map(),
        secrets: new Map(),
        rules: NO_RULES,
      });
    },
    rules,
    async putRules(workspace, rules) {
      of(workspace).rules = rules;
    },
    member: async (workspace, person) => all.get(workspace)?.members.get(person) ?? null,
    members: async (workspace) => [...of(workspace).members.values()],
    async putMember(workspace, member) {
      of(workspace).members.set(member.person, member);
    },
    async removeMember(workspace, person) {
      of(workspace).members.delete(person);
    },
    agents: async (workspace) => [...of(workspace).agents.values()],
    agent: async (workspace, id) => of(workspace).agents.get(id) ?? null,
    async saveDraft(workspace, id, draft, revision) {
      const known = of(workspace).agents.get(id);
      const at = known?.revision ?? 0;
      if (at !== revision) return { kind: 'conflict', revision: at };
      const publishedVersion = known?.publishedVersion ?? 0;
      const saved = { id, workspace, draft, revision: at + 1, publishedVersion, updatedAt: now() };
      of(workspace).agents.set(id, saved);
      return { kind: 'saved', revision: at + 1 };
    },
    async publish(workspace, snapshot) {
      const { agents, versions } = of(workspace);
      const known = agents.get(snapshot.id);
      if (known === undefined) throw new Error('no such agent');
      versions.push(snapshot);
      agents.set(snapshot.id, { ...known, publishedVersion: snapshot.version });
    },
    version: async (workspace, id, version) =>
      of(workspace).versions.find((one) => one.id === id && one.version === version) ?? null,
    connections: async (workspace) => [...of(workspace).connections.values()],
    connection: async (workspace, id) => of(workspace).connections.get(id) ?? null,
    async putConnection(connection, by, secret) {
      const { connections, secrets } = of(connection.workspace);
      connections.set(connection.id, connection);
      if (secret !== undefined) secrets.set(secret.name, infoOf(secret, by));
    },
    secrets: async (workspace) => [...of(workspace).secrets.values()],
    async putSecret(workspace, secret, by) {
      of(workspace).secrets.set(secret.name, infoOf(secret, by));
    },
    ...memoryPolicies(now, rules),
  };
}
