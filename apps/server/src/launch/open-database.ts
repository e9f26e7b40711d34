import { existsSync } from 'node:fs';
import type { Credentials } from './credentials.ts';
import type { DataFolder } from './data-folder.ts';
import {
  makeOwnDatabase,
  migrateDatabase,
  migrateSignIn,
  OWN_DATABASE,
  refuseForeignRoles,
} from './database.ts';
import { type KeepPowers, keep } from './keep.ts';
import { openLog } from './log-file.ts';
import { chooseListen, postgresUrl, preparePostgres } from './postgres.ts';
import { noteProcess } from './previous.ts';
import { took } from './say.ts';

/** A database that is up to date. */
export interface OpenDatabase {
  /** Its address without user and password. */
  readonly url: string;
  stop(): Promise<void>;
}

/** What opening a database needs. */
export interface DatabasePlan {
  readonly root: string;
  /** Names the sources this runs from. */
  readonly build: string;
  readonly folder: DataFolder;
  readonly credentials: Credentials;
  readonly powers: KeepPowers;
}

/** Starts our own Postgres in the data folder, keeps it running, and brings it up to date. */
export async function openEmbedded(plan: DatabasePlan): Promise<OpenDatabase> {
  const { folder, credentials, powers } = plan;
  const { say } = powers;
  const begun = powers.now();
  const isNew = !existsSync(folder.postgres);
  if (isNew) say('Making a database, once…');
  const listen = await chooseListen(folder.root);
  const own = await preparePostgres({
    root: plan.root,
    cluster: folder.postgres,
    listen,
    superuserPassword: credentials.superuser,
    durability: 'lasting',
  });
  const log = openLog(`${folder.logs}/postgres.log`);
  const postgres = await keep(
    {
      name: 'Postgres',
      log: log.path,
      start: async () => {
        const running = await own.start(log.write);
        noteProcess(folder.processes, 'postgres', running.pid);
        return running;
      },
    },
    powers,
  );
  const url = (database: string) =>
    postgresUrl(listen, { user: 'postgres', password: credentials.superuser, database });
  try {
    await makeOwnDatabase(url('postgres'));
    await migrateDatabase(url(OWN_DATABASE), credentials);
    await migrateSignIn(url(OWN_DATABASE), plan.build);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  say(took('The database is ready', begun, powers.now()));
  return { url: withoutLogin(url(OWN_DATABASE)), stop: () => postgres.stop() };
}

/** Brings a Postgres of the operator's up to date; it is neither started nor stopped by us. */
export async function openExternal(plan: DatabasePlan, url: string): Promise<OpenDatabase> {
  const begun = plan.powers.now();
  await refuseForeignRoles(url, plan.credentials, plan.folder.credentials);
  await migrateDatabase(url, plan.credentials);
  await migrateSignIn(url, plan.build);
  plan.powers.say(took('The database of DATABASE_URL is ready', begun, plan.powers.now()));
  return { url: withoutLogin(url), stop: async () => undefined };
}

/** The processes get their own roles' passwords, never the administrator's. */
function withoutLogin(url: string): string {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare.href;
}
