export type { AccountClient, NewAccount } from './account.ts';
export { ApiError } from './api-error.ts';
export { type Client, type ClientOptions, createClient, type WorkspaceClient } from './client.ts';
export type { DataClient } from './data.ts';
export type { FollowOptions, RunEvent, Wait } from './follow.ts';
export type { ExportPiece, LedgerClient } from './ledger.ts';
export type { MemoriesClient, MemoriesFilter } from './memories.ts';
export type { NewPermission, PermissionsClient } from './permissions.ts';
export type { RunsClient, RunsFilter, StartedRun, StartRun } from './runs.ts';
export type {
  ApiKey,
  ConnectionsClient,
  Invitation,
  KeysClient,
  MembersClient,
  PolicyClient,
  PolicyDraft,
  RulesClient,
  SecretsClient,
} from './settings.ts';
export type { Fetch } from './transport.ts';
export type {
  AgentsClient,
  ConversationsClient,
  GivenAnswer,
  QuestionsClient,
  QuestionsFilter,
} from './work.ts';
