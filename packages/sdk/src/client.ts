import type { HealthView, Me } from '@countersign/contract';
import { type AccountClient, accountClient, health, me } from './account.ts';
import { type DataClient, dataClient } from './data.ts';
import type { Wait } from './follow.ts';
import { type LedgerClient, ledgerClient } from './ledger.ts';
import { type MemoriesClient, memoriesClient } from './memories.ts';
import { type PermissionsClient, permissionsClient } from './permissions.ts';
import { type Place, placeAt } from './place.ts';
import { type RunsClient, runsClient } from './runs.ts';
import {
  type ConnectionsClient,
  connectionsClient,
  type KeysClient,
  keysClient,
  type MembersClient,
  membersClient,
  type PolicyClient,
  policyClient,
  type RulesClient,
  rulesClient,
  type SecretsClient,
  secretsClient,
} from './settings.ts';
import { createTransport, type Fetch } from './transport.ts';
import {
  type AgentsClient,
  agentsClient,
  type ConversationsClient,
  conversationsClient,
  type QuestionsClient,
  questionsClient,
} from './work.ts';

/** What a client is made with. */
export interface ClientOptions {
  /** Where the server is, such as `http://localhost:7400`; empty for the page's own. */
  readonly baseUrl: string;
  /** `cs_...`. A browser on the server's own pages has its session instead. */
  readonly apiKey?: string;
  /** The workspace's id; without it, the only one that the caller belongs to. */
  readonly workspace?: string;
  readonly fetch?: Fetch;
  /** How the pause before a new connection is made; by default with a timer. */
  readonly wait?: Wait;
  /** What the client calls itself, for the record: `cli`. */
  readonly name?: string;
}

/** Everything of one workspace. */
export interface WorkspaceClient {
  /** The workspace's id. */
  workspaceId(): Promise<string>;
  readonly runs: RunsClient;
  readonly agents: AgentsClient;
  readonly questions: QuestionsClient;
  readonly permissions: PermissionsClient;
  readonly memories: MemoriesClient;
  readonly conversations: ConversationsClient;
  readonly connections: ConnectionsClient;
  readonly secrets: SecretsClient;
  readonly policy: PolicyClient;
  readonly rules: RulesClient;
  readonly members: MembersClient;
  readonly keys: KeysClient;
  readonly data: DataClient;
  readonly ledger: LedgerClient;
}

/** A client of one server, and of one workspace on it. */
export interface Client extends WorkspaceClient {
  me(): Promise<Me>;
  health(): Promise<HealthView>;
  readonly account: AccountClient;
  /** The same client in another workspace. */
  in(workspace: string): WorkspaceClient;
}

/** A client of a Countersign server. It makes no request by itself. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, name } = options;
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const transport = createTransport({ baseUrl, apiKey, name, fetch });
  const wait = options.wait ?? pause;
  return {
    ...workspaceClient(placeAt(transport, options.workspace), wait),
    me: () => me(transport),
    health: () => health(transport),
    account: accountClient(transport),
    in: (workspace) => workspaceClient(placeAt(transport, workspace), wait),
  };
}

function workspaceClient(place: Place, wait: Wait): WorkspaceClient {
  return {
    workspaceId: place.id,
    runs: runsClient(place, wait),
    agents: agentsClient(place),
    questions: questionsClient(place),
    permissions: permissionsClient(place),
    memories: memoriesClient(place),
    conversations: conversationsClient(place),
    connections: connectionsClient(place),
    secrets: secretsClient(place),
    policy: policyClient(place),
    rules: rulesClient(place),
    members: membersClient(place),
    keys: keysClient(place),
    data: dataClient(place),
    ledger: ledgerClient(place),
  };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
