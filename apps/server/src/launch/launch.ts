import { announcement, built, signIn } from './announcement.ts';
import type { Checkout, StudioBuild } from './checkout.ts';
import { readCredentials } from './credentials.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { publicUrl } from './environment.ts';
import { fault } from './errors.ts';
import type { KeepPowers } from './keep.ts';
import { lastFirst } from './last-first.ts';
import { type Lock, takeLock } from './lock.ts';
import { openLog } from './log-file.ts';
import { type OpenDatabase, openEmbedded, openExternal } from './open-database.ts';
import type { LaunchOptions } from './options.ts';
import { demandPort } from './port.ts';
import { endPrevious } from './previous.ts';
import { identify } from './process-identity.ts';
import { sayTo } from './say.ts';
import { begun, type Start } from './start.ts';
import { startPrograms } from './start-programs.ts';

/** What the launcher needs from outside. */
export interface LaunchPowers extends Omit<KeepPowers, 'say'> {
  readonly terminal: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  /** When the process began, on the clock of `now`. */
  readonly since: number;
}

/**
 * Runs the whole of Countersign until `stop` is aborted, then ends it in order: server, broker, database.
 * @throws faults `LAUNCH_*`, each with its exit code; whatever was started by then has ended
 */
export async function launch(
  options: LaunchOptions,
  checkout: Checkout,
  stop: AbortSignal,
  outside: LaunchPowers,
): Promise<void> {
  const folder = openDataFolder(options.data);
  const lock = demandLock(folder, options, outside.pid);
  const ends = lastFirst();
  ends.add(() => lock.release());
  const say = sayTo(outside.terminal, openLog(`${folder.logs}/launcher.log`));
  const { env, now, since, sleep, terminal } = outside;
  const powers = { now, sleep, say };
  try {
    if ((await endPrevious(folder.processes)) > 0) say('Ended what an earlier start left running.');
    await demandPort(options.host, options.port);
    const credentials = readCredentials(folder.credentials);
    const programs = await checkout.programs();
    const start = { options, checkout, programs, folder, credentials, env, powers, stop, ends };
    const tell = (line: string) => terminal.write(`${line}\n`);
    const { studio, told } = await startAll(start, tell);
    terminal.write(told((now() - since) / 1000));
    if (studio.kind === 'building') void studio.done.then((done) => tell(built(done)));
    await untilAborted(stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    if (stop.aborted) say('Stopping…');
    await ends.run((error) => say(`Not everything ended well: ${String(error)}`));
  }
}

/** Starts everything; gives what is to be told of it. */
async function startAll(
  start: Start,
  tell: (line: string) => void,
): Promise<{ readonly studio: StudioBuild; readonly told: (seconds: number) => string }> {
  const building = beginStudio(start);
  const database = await begun(start, openDatabase(start));
  const programs = await startPrograms(start, database.url, (url) => tell(signIn(url)));
  const studio = await building;
  start.stop.throwIfAborted();
  return {
    studio,
    told: (seconds) =>
      announcement({
        url: publicUrl(start.options),
        setupUrl: programs.setupUrl(),
        studio,
        data: start.options.data,
        seconds,
      }),
  };
}

function openDatabase(start: Start): Promise<OpenDatabase> {
  const { options, folder, credentials, powers, checkout, programs } = start;
  const plan = { root: checkout.root, build: programs.build, folder, credentials, powers };
  return options.databaseUrl === null
    ? openEmbedded(plan)
    : openExternal(plan, options.databaseUrl);
}

/** Beside everything else; given up with it. */
function beginStudio({ checkout, folder, stop, ends }: Start): Promise<StudioBuild> {
  const building = new AbortController();
  const giveUp = () => building.abort();
  stop.addEventListener('abort', giveUp, { once: true });
  ends.add(giveUp);
  return checkout.studio(openLog(`${folder.logs}/studio.log`).write, building.signal);
}

/** @throws fault `LAUNCH_DATA_IN_USE` */
function demandLock(folder: DataFolder, options: LaunchOptions, pid: number): Lock {
  const started = identify(pid)?.started ?? '';
  const result = takeLock(folder.lock, { pid, started, address: publicUrl(options) });
  switch (result.kind) {
    case 'taken':
      return result.lock;
    case 'held':
      throw fault('LAUNCH_DATA_IN_USE', {
        message: `Countersign is already running on ${folder.root}: process ${result.by.pid}, at ${result.by.address}. Open that address, end that process, or choose another folder with --data.`,
        details: { folder: folder.root, pid: result.by.pid },
      });
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
