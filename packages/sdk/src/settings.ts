import type {
  AgentMode,
  ApiKeyInfo,
  Connection,
  ConnectionConfig,
  DiffLine,
  Member,
  PolicyCheck,
  PolicyProposal,
  PolicyTest,
  PolicyVersion,
  PolicyVersionInfo,
  Role,
  Scope,
  SecretView,
  Simulation,
  WorkspaceRules,
} from '@countersign/contract';
import type { Place } from './place.ts';

/** Where actions reach. */
export interface ConnectionsClient {
  list(): Promise<readonly Connection[]>;
  /** Sets up the connection of an id, or changes it. */
  put(
    connection: string,
    settings: {
      readonly name: string;
      readonly config: ConnectionConfig;
      /** Value of the secret that `config` names; needed again where the connection is to lead elsewhere. */
      readonly secret?: string;
    },
  ): Promise<Connection>;
}

/** Secrets by name. Values go in and never come out. */
export interface SecretsClient {
  list(): Promise<readonly SecretView[]>;
  /** Enters another value for the connection that names this secret. */
  put(
    name: string,
    secret: { readonly value: string; readonly connection: string },
  ): Promise<{ readonly name: string; readonly version: number }>;
}

/** Policies to put in force; without `tests` those beside the present ones stay. */
export interface PolicyDraft {
  readonly cedar: string;
  readonly tests?: readonly PolicyTest[];
  /** What the change is for. */
  readonly note?: string;
}

/** What is allowed, with all versions of it and the changes that wait for a second person. */
export interface PolicyClient {
  get(): Promise<PolicyVersion>;
  /** With `number`, only where that version is still in force. */
  put(policy: PolicyDraft & { readonly number?: number }): Promise<PolicyVersion>;
  /** What is wrong with a text, and how its tests go; nothing is changed. */
  check(policy: {
    readonly cedar: string;
    readonly tests?: readonly PolicyTest[];
  }): Promise<PolicyCheck>;
  /** What other policies would have made of past runs, a page at a time. Nothing is done or recorded. */
  simulate(asked: {
    readonly cedar: string;
    readonly mode?: AgentMode;
    /** Start of the runs, in milliseconds since 1970. */
    readonly from?: number;
    readonly to?: number;
    readonly agent?: string;
    /** The `next` of the page before. */
    readonly before?: string;
  }): Promise<Simulation>;
  /** Newest first. */
  versions(page?: {
    readonly before?: string;
    readonly limit?: number;
  }): Promise<{ readonly items: readonly PolicyVersionInfo[]; readonly next: string | null }>;
  /** 0 is the text of a new workspace. */
  version(number: number): Promise<PolicyVersion>;
  /** Puts a version in force again, as a new one; with `base`, only where that version is still in force. */
  restore(number: number, base?: number): Promise<PolicyVersion>;
  compare(
    from: number,
    to: number,
  ): Promise<{ readonly cedar: readonly DiffLine[]; readonly tests: readonly DiffLine[] }>;
  proposals(): Promise<readonly PolicyProposal[]>;
  /** Proposes a change of the version of a number. */
  propose(policy: PolicyDraft & { readonly number: number }): Promise<PolicyProposal>;
  /** Accepts or rejects somebody else's, or withdraws one's own; a signed-in person does. */
  close(proposal: string, how: 'accept' | 'reject' | 'withdraw'): Promise<PolicyProposal>;
}

/** What a workspace demands of its people. */
export interface RulesClient {
  get(): Promise<WorkspaceRules>;
  /** An owner's to change; those left out stay. */
  put(
    rules: Pick<WorkspaceRules, 'separateDuties'> & Partial<WorkspaceRules>,
  ): Promise<WorkspaceRules>;
}

/** People of a workspace. Inviting and changing needs a signed-in person. */
export interface MembersClient {
  list(): Promise<readonly Member[]>;
  invite(email: string, role: Role): Promise<Invitation>;
  put(person: string, role: Role): Promise<Member>;
  /** Ends the person's keys and stops their runs, too. */
  remove(person: string): Promise<void>;
}

/** A link that lets one person in once. Times in milliseconds since 1970. */
export interface Invitation {
  readonly link: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: number;
}

/** A key as its person sees it. */
export type ApiKey = ApiKeyInfo & { readonly lastUsedAt: number | null };

/** API keys. Only a signed-in person manages them. */
export interface KeysClient {
  list(): Promise<readonly ApiKey[]>;
  create(key: {
    readonly name: string;
    readonly scopes: readonly Scope[];
    /** The agent that will hold it. */
    readonly agent?: string | null;
    /** Null for a key that does not expire; 90 by default. */
    readonly expiresInDays?: number | null;
  }): Promise<{ readonly key: ApiKey; readonly secret: string }>;
  revoke(key: string): Promise<void>;
}

const id = encodeURIComponent;

export function connectionsClient({ json, items }: Place): ConnectionsClient {
  return {
    list: () => items('connections'),
    put: (connection, settings) =>
      json(`connections/${id(connection)}`, { method: 'PUT', body: settings }),
  };
}

export function secretsClient({ json, items }: Place): SecretsClient {
  return {
    list: () => items('secrets'),
    put: (name, secret) => json(`secrets/${id(name)}`, { method: 'PUT', body: secret }),
  };
}

export function policyClient({ json, items }: Place): PolicyClient {
  return {
    get: () => json('policy'),
    put: (policy) => json('policy', { method: 'PUT', body: policy }),
    check: (policy) => json('policy/check', { method: 'POST', body: policy }),
    simulate: (asked) => json('policy/simulate', { method: 'POST', body: asked }),
    versions: (page = {}) => json('policy/versions', { query: page }),
    version: (number) => json(`policy/versions/${number}`),
    restore: (number, base) =>
      json(`policy/versions/${number}/restore`, {
        method: 'POST',
        body: base === undefined ? {} : { number: base },
      }),
    compare: (from, to) => json('policy/compare', { query: { from, to } }),
    proposals: () => items('policy/proposals'),
    propose: (policy) => json('policy/proposals', { method: 'POST', body: policy }),
    close: (proposal, how) =>
      json(`policy/proposals/${id(proposal)}/${how}`, { method: 'POST', body: {} }),
  };
}

export function rulesClient({ json }: Place): RulesClient {
  return {
    get: () => json('rules'),
    put: (rules) => json('rules', { method: 'PUT', body: rules }),
  };
}

export function membersClient({ json, items }: Place): MembersClient {
  return {
    list: () => items('members'),
    invite: (email, role) => json('members', { method: 'POST', body: { email, role } }),
    put: (person, role) => json(`members/${id(person)}`, { method: 'PUT', body: { role } }),
    remove: async (person) => {
      await json(`members/${id(person)}`, { method: 'DELETE' });
    },
  };
}

export function keysClient({ json, items }: Place): KeysClient {
  return {
    list: () => items('keys'),
    create: (key) => json('keys', { method: 'POST', body: key }),
    revoke: async (key) => {
      await json(`keys/${id(key)}`, { method: 'DELETE' });
    },
  };
}
