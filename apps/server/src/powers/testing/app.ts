import type { CheckpointSigner } from '@countersign/contract';
import {
  type BrokerClient,
  createMailboxes,
  type FindFolder,
  findFolder,
  nodeMailFolder,
} from '@countersign/executor';
import { pino } from 'pino';
import { createApp } from '../../http/app.ts';
import type { AuthDoor, Session } from '../../http/auth/port.ts';
import { originsOf } from '../../http/origins.ts';
import { type Need, PERMISSIONS } from '../../http/permissions.ts';
import { createSettings } from '../../path/settings.ts';
import { wire } from '../../wire.ts';
import { openDoors } from '../doors.ts';
import { descriptors } from '../performers.ts';
import type { Stores } from '../stores.ts';
import { systemPowers } from '../system.ts';

/** The HTTP application over real stores, in this process. */
export interface TestApp {
  /** Every route, `METHOD /path/{parameter}`, with what it needs. */
  readonly routes: Readonly<Record<string, Need>>;
  /** Sends a request; the cookie `session=<person>` is all that sign-in asks for. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

const HOST = 'http://localhost';

/**
 * The application as the server makes it, with its real doors, stores and permission table. What is not here:
 * sign-in believes the cookie, the broker dials nobody, and nobody works on runs.
 *
 * @param report told of each request that failed by our own fault.
 */
export function testApp(parts: {
  readonly stores: Stores;
  readonly signer: CheckpointSigner;
  readonly report: (what: string) => void;
  /** The one folder whose folders may be mailboxes; all of the disk where it is not named. */
  readonly files?: string;
}): TestApp {
  const { stores, signer } = parts;
  const system = systemPowers();
  const { all, attachable } = descriptors();
  const files = parts.files ?? '/';
  const find: FindFolder = (name) => findFolder(name, files, [files]);
  const settings = createSettings({
    config: stores.config,
    permissions: stores.permissions,
    now: system.now,
  });
  const { runs, simulate } = wire({
    ...system,
    record: stores.record,
    config: stores.config,
    permissions: stores.permissions,
    objects: stores.objects,
    settings,
    historyOf: (workspace, conversation) =>
      stores.conversations.historyOf(workspace, conversation, 10),
    descriptors: all,
    performers: new Map(),
    capacity: 0,
    atPoint: () => undefined,
    report: (what, error) => parts.report(`${what}: ${String(error)}`),
  });
  const app = createApp(
    openDoors({
      runs,
      simulate,
      settings,
      stores,
      ledger: stores.ledgerOver(signer),
      broker: silentBroker(signer),
      mailboxes: createMailboxes(find, nodeMailFolder),
      findFolder: find,
      auth: believingAuth(),
      origins: originsOf({ host: 'localhost', port: 80 }),
      catalog: attachable,
      studioFiles: '/nowhere',
      version: '0.0.0',
      system,
      log: pino({ level: 'warn' }, { write: parts.report }),
    }),
  );
  return {
    routes: PERMISSIONS,
    request: async (path, init) => app.request(new Request(`${HOST}${path}`, init)),
  };
}

/** Whoever the cookie names is signed in. */
function believingAuth(): AuthDoor {
  const session = async (headers: Headers): Promise<Session | null> => {
    const person = /session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1];
    return person === undefined
      ? null
      : { id: 'ses_test', person, name: person, email: `${person}@example.com` };
  };
  return {
    session,
    handle: async () => Response.json(null),
    needsSetup: async () => false,
    invite: async () => ({ token: 'token', expiresAt: 1 }),
    withdraw: async () => undefined,
    accept: async () => null,
  };
}

/** It seals into what nobody can open, and reaches nobody. */
function silentBroker(signer: CheckpointSigner): BrokerClient {
  const nobody = () => Promise.reject(new Error('the broker of a test dials nobody'));
  const envelope = { keyId: 'none', wrappedKey: '', iv: '', ciphertext: '', tag: '' };
  return {
    broker: {
      fetch: nobody,
      smtp: nobody,
      seal: async ({ connection }) => ({
        ...envelope,
        bound: { connection: connection.id, destination: {} },
      }),
      secretState: async () => ({ kind: 'missing' }),
    },
    signer,
    health: async () => undefined,
    close: async () => undefined,
  };
}
