import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { ActionDescriptor, ConnectionConfig, HealthView } from '@countersign/contract';
import {
  type BrokerClient,
  type FindFolder,
  type Mailbox,
  type Mailboxes,
  mailMessage,
  mailSummaries,
} from '@countersign/executor';
import { checkAction, checkPolicies } from '@countersign/gateway';
import type { Ledger } from '@countersign/record';
import type { AuthDoor } from '../http/auth/port.ts';
import type { Doors } from '../http/doors.ts';
import { httpFault } from '../http/errors.ts';
import { DEFAULT_LIMITS } from '../http/limits.ts';
import type { Origins } from '../http/origins.ts';
import { folderFiles } from '../http/static-files.ts';
import type { SettingsReader } from '../path/settings.ts';
import type { Simulate } from '../path/simulate.ts';
import type { Runs } from '../runtime/port.ts';
import { createAnswering } from './answering.ts';
import { type KeptKeys, keepKeys } from './kept-keys.ts';
import { faultLine, type Log } from './log.ts';
import type { Stores } from './stores.ts';
import type { SystemPowers } from './system.ts';

/** What the doors are made of. */
export interface DoorParts {
  readonly runs: Runs;
  readonly simulate: Simulate;
  readonly settings: SettingsReader;
  readonly stores: Stores;
  readonly ledger: Ledger;
  readonly broker: BrokerClient;
  readonly mailboxes: Mailboxes;
  readonly findFolder: FindFolder;
  readonly auth: AuthDoor;
  readonly origins: Origins;
  readonly catalog: readonly ActionDescriptor[];
  readonly studioFiles: string;
  readonly version: string;
  readonly system: SystemPowers;
  readonly log: Log;
}

/** Hands the application its doors, each the narrowest that does. */
export function openDoors(parts: DoorParts): Doors {
  const { stores, system, log, settings } = parts;
  const keys = keepKeys(stores.keys, system.now);
  return {
    runs: parts.runs,
    simulate: parts.simulate,
    reader: stores.record.reader,
    config: forgetting(stores.config, settings, keys),
    policies: {
      ...stores.config,
      closeProposal: afterwards(settings)(stores.config.closeProposal),
    },
    tables: stores.tables,
    cases: stores.cases,
    objects: stores.objects,
    keys,
    permissions: forgettingPermissions(stores.permissions, settings),
    memories: stores.memories,
    conversations: stores.conversations,
    outbox: stores.outbox,
    mailbox: {
      list: async (workspace, connection, limit) => {
        const mailbox = await mailboxOf(parts, workspace, connection);
        return mailbox === null ? [] : mailSummaries(mailbox, limit);
      },
      read: async (workspace, connection, id) => {
        const mailbox = await mailboxOf(parts, workspace, connection);
        return mailbox === null ? null : mailMessage(mailbox, id);
      },
    },
    ledger: parts.ledger,
    secrets: parts.broker.broker,
    catalog: parts.catalog,
    checks: {
      action: checkAction,
      policies: async (cedar, tests) => checkPolicies(cedar, tests),
      connection: (_workspace, config) => connectionProblem(parts.findFolder, config),
      answering: createAnswering(stores.config, settings),
    },
    auth: parts.auth,
    health: () => health(parts),
    version: parts.version,
    studio: folderFiles(parts.studioFiles),
    swagger: folderFiles(
      dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    ),
    origins: parts.origins,
    clock: system.clock,
    ids: system,
    limits: DEFAULT_LIMITS,
    report: ({ request, method, path, error }) =>
      log.error({ request, method, path, ...faultLine(error) }, 'a request failed'),
  };
}

/** Makes a change that counts from the next decision of this process on. */
function afterwards(settings: Pick<SettingsReader, 'forget'>) {
  return <Args extends readonly [string, ...never[]], T>(change: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const changed = await change(...args);
      settings.forget(args[0]);
      return changed;
    };
}

function forgettingPermissions(
  permissions: Stores['permissions'],
  settings: SettingsReader,
): Stores['permissions'] {
  const after = afterwards(settings);
  return {
    ...permissions,
    makePermissions: after(permissions.makePermissions),
    revokePermission: after(permissions.revokePermission),
    restorePermission: after(permissions.restorePermission),
  };
}

function forgetting(
  config: Stores['config'],
  settings: SettingsReader,
  keys: KeptKeys,
): Stores['config'] {
  const after = afterwards({
    forget(workspace) {
      settings.forget(workspace);
      // A key's answer tells its person's part.
      keys.forget();
    },
  });
  return {
    ...config,
    putMember: after(config.putMember),
    removeMember: after(config.removeMember),
    putPolicy: after(config.putPolicy),
    publish: after(config.publish),
    putRules: after(config.putRules),
    putConnection: async (connection, by, secret) => {
      await config.putConnection(connection, by, secret);
      settings.forget(connection.workspace);
    },
  };
}

async function connectionProblem(
  findFolder: FindFolder,
  config: ConnectionConfig,
): Promise<{ field: string; message: string } | null> {
  if (config.kind !== 'mailbox') return null;
  const { kind } = await findFolder(config.folder);
  return kind === 'found' ? null : { field: 'folder', message: FOLDER_PROBLEMS[kind] };
}

/** The ways out are those of an operator: what a key may set up opens no folder of the server. */
const FOLDER_PROBLEMS = {
  outside:
    'The folder is outside those that this server may read mail from. Put the mail below `files` in the data folder, name the folder in COUNTERSIGN_FILES_ROOTS when the server is started, or run `countersign agent run --mail-folder` on its machine.',
  missing:
    'There is no such folder on the server, or it may not be read. Name a folder of .eml or mbox files.',
} as const;

async function mailboxOf(
  { stores, mailboxes }: DoorParts,
  workspace: string,
  connection: string,
): Promise<Mailbox | null> {
  const config = (await stores.config.connection(workspace, connection))?.config;
  if (config?.kind !== 'mailbox') return null;
  const found = await mailboxes(config.folder);
  if (found.kind === 'mailbox') return found.mailbox;
  throw httpFault('HTTP_MAILBOX', { message: FOLDER_PROBLEMS[found.kind] });
}

async function health({ stores, broker, version, system }: DoorParts): Promise<HealthView> {
  const part = async (name: string, look: () => Promise<string>) => {
    try {
      return { name, ok: true, detail: await look() };
    } catch (error) {
      return {
        name,
        ok: false,
        detail: error instanceof Error ? error.message : 'It does not answer.',
      };
    }
  };
  const parts = await Promise.all([
    part('database', async () => {
      const { rows } = await stores.record.pool.query<{ version: string }>(
        "select current_setting('server_version') as version",
      );
      return `PostgreSQL ${rows[0]?.version ?? ''}`.trim();
    }),
    part('broker', async () => {
      await broker.health();
      return 'It answers.';
    }),
  ]);
  return { ok: parts.every(({ ok }) => ok), version, now: system.now(), parts };
}
