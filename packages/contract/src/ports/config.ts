import type { Role } from '../actor.ts';
import type { AgentDefinition } from '../agent.ts';
import type { Connection, ConnectionConfig } from '../connection.ts';
import type { AgentSnapshot } from '../run.ts';
import type { SealedSecret } from './broker.ts';

/** What people set up in a workspace. Every change is also an entry of the ledger, in the same transaction. */
export interface ConfigStore {
  workspace(id: string): Promise<Workspace | null>;
  workspacesOf(person: string): Promise<readonly (Workspace & { readonly role: Role })[]>;
  createWorkspace(workspace: Workspace, owner: Member): Promise<void>;
  rules(workspace: string): Promise<WorkspaceRules>;
  putRules(workspace: string, rules: WorkspaceRules, by: string): Promise<void>;
  member(workspace: string, person: string): Promise<Member | null>;
  members(workspace: string): Promise<readonly Member[]>;
  putMember(workspace: string, member: Member, by: string): Promise<void>;
  /** Takes somebody out of the workspace, who must be in it. */
  removeMember(workspace: string, person: string, by: string): Promise<void>;

  agents(workspace: string): Promise<readonly AgentRecord[]>;
  agent(workspace: string, id: string): Promise<AgentRecord | null>;
  /** Saves a draft. `revision` is the one the editor read; another one answers `conflict` and changes nothing. */
  saveDraft(
    workspace: string,
    id: string,
    draft: AgentDefinition,
    revision: number,
    by: string,
  ): Promise<{ kind: 'saved'; revision: number } | { kind: 'conflict'; revision: number }>;
  /** Publishes a version for ever. The snapshot holds the pinned tools. */
  publish(workspace: string, snapshot: AgentSnapshot, by: string): Promise<void>;
  version(workspace: string, id: string, version: number): Promise<AgentSnapshot | null>;

  connections(workspace: string): Promise<readonly Connection[]>;
  connection(workspace: string, id: string): Promise<Connection | null>;
  /** Makes or changes a connection; with a secret, both or neither. */
  putConnection(
    connection: { id: string; workspace: string; name: string; config: ConnectionConfig },
    by: string,
    secret?: NewSecret,
  ): Promise<void>;

  /** Names and versions only; the sealed text can be read by the broker's role alone. */
  secrets(workspace: string): Promise<readonly SecretInfo[]>;
  putSecret(workspace: string, secret: NewSecret, by: string): Promise<void>;

  policy(workspace: string): Promise<PolicySet>;
  putPolicy(workspace: string, policy: { readonly cedar: string }, by: string): Promise<PolicySet>;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

/** What a workspace demands of its people. */
export interface WorkspaceRules {
  /** Nobody answers the questions of a run that acts for them, whatever their role. */
  readonly separateDuties: boolean;
}

export interface Member {
  readonly person: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

export interface AgentRecord {
  readonly id: string;
  readonly workspace: string;
  readonly draft: AgentDefinition;
  readonly revision: number;
  /** 0 while nothing is published. */
  readonly publishedVersion: number;
  readonly updatedAt: number;
}

export interface SecretInfo {
  readonly name: string;
  readonly version: number;
  readonly createdAt: number;
  readonly createdBy: string;
}

/** A sealed secret on its way in; `version` is one more than the newest under its name, or it is refused. */
export interface NewSecret {
  readonly name: string;
  readonly version: number;
  readonly sealed: SealedSecret;
}

/** Policies as text, with the version that approvals are bound to (SHA-256 of the text). */
export interface PolicySet {
  readonly cedar: string;
  readonly version: string;
}
