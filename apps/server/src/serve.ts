import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';

import { connectExample } from './example/seed.ts';
import { type ExampleServices, startExample } from './example/services.ts';
import { createApp } from './http/app.ts';
import { originsOf } from './http/origins.ts';
import { createSettings } from './path/settings.ts';
import { openDoors } from './powers/doors.ts';
import { openFileRoots } from './powers/file-roots.ts';
import { createJoin, descriptorsById } from './powers/first-owner.ts';
import { keepMail } from './powers/keep-mail.ts';
import { createLog, faultLine } from './powers/log.ts';
import { descriptors, openPerformers } from './powers/performers.ts';
import { openSignIn } from './powers/sign-in.ts';
import { openStores } from './powers/stores.ts';
import { systemPowers } from './powers/system.ts';
import type { AtPoint } from './runtime/points.ts';
import { wire } from './wire.ts';

/** What the server's process was started with. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** What browsers call this server. */
  readonly publicUrl: string;
  /** The folder of all that must survive. */
  readonly data: string;
  /** Folders outside it that mailboxes may be in; absolute. */
  readonly fileRoots: readonly string[];
  /** Address without user and password, and the passwords of the server's role and of sign-in's. */
  readonly database: {
    readonly url: string;
    readonly password: string;
    readonly signInPassword: string;
  };
  readonly broker: { readonly socket: string; readonly token: string };
  /** Signs people's sessions. */
  readonly sessionKey: string;
  /** Folder of the studio's built files, which may not be there yet. */
  readonly studioFiles: string;
  /** Folder of the example's files; null for a server without the example. */
  readonly example: string | null;
  /** Runs worked on at once. */
  readonly capacity: number;
  readonly version: string;
  /** Told of each point where a crash would hurt most. */
  readonly atPoint: AtPoint;
}

/** A server that answers. */
export interface Served {
  /** Where the first account is made; null once there is one. Holds a secret. */
  readonly setupUrl: string | null;
  /** Takes no new requests, gives its runs back, and resolves when all is ended. */
  close(): Promise<void>;
}

/** Opens the stores, joins the stages, opens the doors and begins to work. */
export async function serve(options: ServeOptions): Promise<Served> {
  const system = systemPowers();
  const log = createLog('server');
  const { all, attachable } = descriptors();
  const stores = await openStores(options.database, system);
  const settings = createSettings({
    config: stores.config,
    permissions: stores.permissions,
    now: system.now,
  });
  const findConnection = async (workspace: string, id: string) =>
    (await settings.of(workspace)).connections.get(id) ?? null;
  const findFolder = await openFileRoots({
    data: options.data,
    named: options.fileRoots,
    report: (error) => log.warn(faultLine(error), 'the list of mail folders cannot be read'),
  });
  const { client, mailboxes, performers } = openPerformers({
    broker: options.broker,
    stores,
    findConnection,
    findFolder,
    scripts: join(options.data, 'scripts'),
    system,
  });
  const joined = wire({
    now: system.now,
    randomBytes: system.randomBytes,
    clock: system.clock,
    timer: system.timer,
    record: stores.record,
    config: stores.config,
    permissions: stores.permissions,
    objects: stores.objects,
    settings,
    historyOf: (workspace, conversation) =>
      stores.conversations.historyOf(workspace, conversation, HISTORY),
    descriptors: all,
    performers,
    capacity: options.capacity,
    atPoint: options.atPoint,
    report: (what, error, about) => log.error({ ...about, ...faultLine(error) }, what),
  });
  const example =
    options.example === null ? null : await openExample(options, options.example, stores, log);
  const setupCode = codeOf(system.randomBytes(10));
  const origins = originsOf({
    host: options.host,
    port: options.port,
    publicUrl: options.publicUrl,
  });
  const signIn = openSignIn({
    database: { url: options.database.url, password: options.database.signInPassword },
    sessionKey: options.sessionKey,
    setupCode,
    origins,
    system,
    log,
    join: createJoin({
      stores,
      system,
      descriptor: descriptorsById(all),
      example,
      data: options.data,
      url: options.publicUrl,
    }),
  });
  const app = createApp(
    openDoors({
      runs: joined.runs,
      simulate: joined.simulate,
      settings,
      stores,
      ledger: stores.ledgerOver(client.signer),
      broker: client,
      mailboxes,
      findFolder,
      auth: signIn.auth,
      origins,
      catalog: attachable,
      studioFiles: options.studioFiles,
      version: options.version,
      system,
      log,
    }),
  );
  const server = createServer(getRequestListener(app.fetch));
  await listening(server, options);
  await joined.worker?.start();
  return {
    // Behind the hash, since what stands there is sent to no server and written to no log.
    setupUrl: (await signIn.auth.needsSetup())
      ? `${options.publicUrl}/setup#code=${setupCode}`
      : null,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await joined.worker?.stop();
      // Streams to browsers stay open by themselves; they resume at the next start.
      server.closeAllConnections();
      await closed;
      await example?.services.stop();
      await signIn.close();
      await client.close();
      await stores.record.close();
    },
  };
}

/** Messages of a conversation that a new run begins with. */
const HISTORY = 40;

async function openExample(
  options: ServeOptions,
  folder: string,
  stores: Awaited<ReturnType<typeof openStores>>,
  log: ReturnType<typeof createLog>,
) {
  const mailbox = join(options.data, 'example', 'mailbox');
  const services: ExampleServices = await startExample({
    example: folder,
    file: join(options.data, 'example.json'),
    keep: (workspace, mail) => keepMail(stores.outbox, workspace, mail),
    moved: async (workspace, ports) => {
      log.warn(ports, 'the example has other ports than before');
      const owner = (await stores.config.members(workspace)).find(
        (member) => member.role === 'owner',
      );
      if (owner)
        await connectExample({ config: stores.config, mailbox, ports }, workspace, owner.person);
    },
  });
  return { folder, mailbox, services };
}

/** A set-up code that people can type: 80 bits in groups of four. */
function codeOf(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.match(/.{1,4}/g)?.join('-') ?? text;
}

function listening(
  server: ReturnType<typeof createServer>,
  { host, port }: ServeOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
