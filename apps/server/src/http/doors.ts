import type {
  ActionCheck,
  ActionDescriptor,
  ApiKeyInfo,
  Barred,
  Broker,
  CaseStore,
  Checkpoint,
  ConfigStore,
  ConnectionConfig,
  ConversationSummary,
  HealthView,
  IdPowers,
  Json,
  MailMessage,
  MailSummary,
  Member,
  MemoryReviews,
  ObjectStore,
  OutboxMail,
  Page,
  PermissionDraft,
  PermissionUse,
  PermissionView,
  PolicyCheck,
  PolicyStore,
  PolicyTest,
  Question,
  RecordReader,
  RunProof,
  TableStore,
} from '@countersign/contract';
import type { Simulate } from '../path/simulate.ts';
import type { Runs } from '../runtime/port.ts';
import type { AuthDoor } from './auth/port.ts';
import type { Clock } from './clock.ts';
import type { Limits } from './limits.ts';
import type { Origins } from './origins.ts';
import type { StaticFiles } from './static-files.ts';

/** All that the HTTP application may use. It holds no other power, and none of these decides or performs a call. */
export interface Doors {
  readonly runs: Runs;
  readonly reader: RecordReader;
  readonly config: ConfigStore;
  /** All versions of the policies, and changes that wait for a second person. */
  readonly policies: PolicyStore;
  /** What other policies would have made of past runs. */
  readonly simulate: Simulate;
  readonly tables: Pick<TableStore, 'tables' | 'query'>;
  readonly cases: Pick<CaseStore, 'list' | 'get'>;
  readonly objects: Pick<ObjectStore, 'put' | 'get'>;
  readonly keys: KeyDoor;
  readonly permissions: PermissionDoor;
  readonly memories: MemoryReviews;
  readonly conversations: ConversationDoor;
  readonly outbox: OutboxDoor;
  readonly mailbox: MailboxDoor;
  readonly ledger: LedgerDoor;
  readonly secrets: Pick<Broker, 'seal' | 'secretState'>;
  /** The actions an agent may be given, in the order they are shown. */
  readonly catalog: readonly ActionDescriptor[];
  readonly checks: Checks;
  readonly auth: AuthDoor;
  readonly health: () => Promise<HealthView>;
  /** Of this build, for the API's description. */
  readonly version: string;
  /** The built studio; null where none is built. */
  readonly studio: StaticFiles | null;
  /** The files of swagger-ui-dist, for the docs page. */
  readonly swagger: StaticFiles;
  readonly origins: Origins;
  readonly clock: Clock;
  readonly ids: IdPowers;
  readonly limits: Limits;
  /** Told of every answer with status 500: the log's line. The client gets the request id only. */
  readonly report: (failure: FailedRequest) => void;
}

/** API keys, as the record keeps them. */
export interface KeyDoor {
  keys(workspace: string): Promise<readonly KeyRecord[]>;
  createKey(
    workspace: string,
    draft: Pick<ApiKeyInfo, 'name' | 'person' | 'agent' | 'scopes' | 'expiresAt'>,
    by: string,
  ): Promise<{ readonly key: KeyRecord; readonly text: string }>;
  /** False where there is none or it has ended. */
  revokeKey(workspace: string, id: string, by: string): Promise<boolean>;
  /** The one look-up without a workspace: the key tells it. Null where unknown, wrong, expired or revoked. */
  authenticate(text: string): Promise<FoundKey | null>;
}

/** Standing permissions, as the record keeps them. */
export interface PermissionDoor {
  permissions(workspace: string, limit: number): Promise<readonly PermissionView[]>;
  permission(workspace: string, id: string): Promise<PermissionView | null>;
  /** Those that count now. */
  standing(workspace: string): Promise<readonly Pick<PermissionView, 'id' | 'createdBy'>[]>;
  uses(workspace: string, id: string, limit: number): Promise<readonly PermissionUse[]>;
  makePermissions(
    workspace: string,
    drafts: readonly PermissionDraft[],
    by: string,
  ): Promise<readonly { readonly id: string }[]>;
  /** False where there is none or it has ended. */
  revokePermission(workspace: string, id: string, by: string): Promise<boolean>;
  /** False where somebody else revoked it, too long ago, or it has ended. */
  restorePermission(workspace: string, id: string, by: string): Promise<boolean>;
}

/** A key with its workspace. */
export interface KeyRecord extends ApiKeyInfo {
  readonly workspace: string;
  readonly lastUsedAt: number | null;
}

/** A key that a text is, with the part its person has in its workspace; left out where the look-up does not tell. */
export type FoundKey = KeyRecord & { readonly member?: Member | null };

/** Threads of runs. */
export interface ConversationDoor {
  /** Newest first, of one person or, for `null`, of everybody. */
  conversations(
    workspace: string,
    person: string | null,
    page: { readonly before?: string; readonly limit: number },
  ): Promise<Page<ConversationSummary>>;
  conversation(workspace: string, id: string): Promise<ConversationSummary | null>;
  createConversation(
    workspace: string,
    draft: Pick<ConversationSummary, 'agent' | 'person' | 'title'>,
  ): Promise<ConversationSummary>;
  /** Says that something happened in it now. */
  touch(workspace: string, id: string): Promise<boolean>;
}

/** Mails that the example's sink took, newest first; the raw form is read one by one. */
export interface OutboxDoor {
  mails(workspace: string, limit: number): Promise<readonly Omit<OutboxMail, 'raw'>[]>;
  mail(workspace: string, id: string): Promise<OutboxMail | null>;
}

/** Mails in a mailbox connection, for a person to look at; lists are newest first. */
export interface MailboxDoor {
  list(workspace: string, connection: string, limit: number): Promise<readonly MailSummary[]>;
  /** One of them whole; null where there is none with this id. */
  read(workspace: string, connection: string, id: string): Promise<MailMessage | null>;
}

/** The log as outsiders check it. */
export interface LedgerDoor {
  /** Has the head as it is now signed. */
  checkpoint(workspace: string): Promise<Checkpoint>;
  /** Public key as C2SP verifier key text. */
  verifierKey(workspace: string): Promise<string>;
  /** Null for a run that has no entries. */
  runProof(workspace: string, run: string): Promise<RunProof | null>;
  /** The whole log as files, made as they are read; pieces of a path follow each other. */
  export(workspace: string): AsyncIterable<{ readonly path: string; readonly bytes: Uint8Array }>;
  /** Checks the log as it is stored. */
  audit(
    workspace: string,
  ): Promise<{ readonly size: number; readonly findings: readonly LogFinding[] }>;
}

/** One thing that is wrong with a stored log. */
export interface LogFinding {
  readonly code: string;
  readonly says: string;
  readonly index: number | null;
  readonly about: string | null;
}

/** What must be asked of others before a setting is stored. */
export interface Checks {
  /** What is wrong with an action's descriptor or left undeclared in it; it need not be one. */
  action(descriptor: Json): ActionCheck;
  /** What is wrong with a policy text, what looks like a mistake in it, and how its tests go. */
  policies(cedar: string, tests: readonly PolicyTest[]): Promise<PolicyCheck>;
  /** Why this server does not take a connection (a mailbox folder that is not there or not allowed), or null. */
  connection(
    workspace: string,
    config: ConnectionConfig,
  ): Promise<{ readonly field: string; readonly message: string } | null>;
  /** Why a member may not answer a question of the workspace, or null: as it is now, for questions asked after. */
  answering(
    workspace: string,
    member: Pick<Member, 'person' | 'role'>,
  ): Promise<(question: Pick<Question, 'action' | 'effect' | 'requestedBy'>) => Barred | null>;
}

/** A request that failed by our own fault. */
export interface FailedRequest {
  readonly request: string;
  readonly method: string;
  readonly path: string;
  readonly error: unknown;
}
