import type { Role } from '../actor.ts';
import type { AgentDefinition } from '../agent.ts';
import type { Connection, ConnectionConfig } from '../connection.ts';
import type { PolicyProposal, PolicyText, PolicyVersion, PolicyVersionInfo } from '../policy.ts';
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

  /** The policies in force. */
  policy(workspace: string): Promise<PolicyVersion>;
  /**
   * Puts policies in force as a new version. With `base`, only where that version is in force; where the workspace
   * wants two persons, never: then they are proposed.
   */
  putPolicy(
    workspace: string,
    text: PolicyChange,
    by: string,
    base?: number,
  ): Promise<PolicyPut | { readonly kind: 'two-persons' }>;
}

/** A policy text to keep; left out are no tests and no note. */
export type PolicyChange = Pick<PolicyText, 'cedar'> & Partial<PolicyText>;

/** What came of a change; of a conflict, the version that is in force. */
export type PolicyPut =
  | { readonly kind: 'put'; readonly policy: PolicyVersion }
  | { readonly kind: 'conflict'; readonly policy: PolicyVersion };

/** The versions that a workspace's policies had, and the changes that wait for a second person. */
export interface PolicyStore {
  /** Newest first; `before` is a version's number. The text of a new workspace is not among them. */
  policyVersions(
    workspace: string,
    page: { readonly before?: number; readonly limit: number },
  ): Promise<readonly PolicyVersionInfo[]>;
  /** Null where there is none of that number; 0 is the text of a new workspace. */
  policyVersion(workspace: string, number: number): Promise<PolicyVersion | null>;
  /** Newest first. */
  policyProposals(workspace: string, limit: number): Promise<readonly PolicyProposal[]>;
  policyProposal(workspace: string, id: string): Promise<PolicyProposal | null>;
  proposePolicy(
    workspace: string,
    text: PolicyChange,
    base: number,
    by: string,
  ): Promise<
    | { readonly kind: 'proposed'; readonly proposal: PolicyProposal }
    | { readonly kind: 'conflict'; readonly policy: PolicyVersion }
  >;
  /** Accepting puts it in force. Nobody accepts or rejects their own, and nobody withdraws another's. */
  closeProposal(
    workspace: string,
    id: string,
    how: 'accepted' | 'rejected' | 'withdrawn',
    by: string,
  ): Promise<ProposalClosed>;
}

export type ProposalClosed =
  | { readonly kind: 'done'; readonly proposal: PolicyProposal }
  | { readonly kind: 'unknown' }
  /** It is somebody else's to do. */
  | { readonly kind: 'other-person' }
  /** It is not open any more. */
  | { readonly kind: 'closed'; readonly proposal: PolicyProposal }
  /** Another version is in force than the one it was made on. */
  | { readonly kind: 'conflict'; readonly policy: PolicyVersion };

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

/** What a workspace demands of its people. */
export interface WorkspaceRules {
  /** Nobody answers the questions of a run that acts for them, whatever their role. */
  readonly separateDuties: boolean;
  /** A change of the policies waits until a second person has accepted it. */
  readonly policyTwoPersons: boolean;
  /** Nothing in it is real: agents whose mode is `record-only` may run what would be held. */
  readonly sandbox: boolean;
}

/** What a new workspace demands. */
export const NO_RULES: WorkspaceRules = {
  separateDuties: false,
  policyTwoPersons: false,
  sandbox: false,
};

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
