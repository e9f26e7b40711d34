import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readSessionKey } from './credentials.ts';
import { brokerEnvironment, type Surroundings, serverEnvironment } from './environment.ts';
import { keep } from './keep.ts';
import { openLog } from './log-file.ts';
import { noteProcess } from './previous.ts';
import { brokerService, type ProgramSetting, serverService } from './services.ts';
import { socketAnswers } from './socket-answers.ts';
import { brokerSocket, socketFolder } from './socket-folder.ts';
import { begun, type Start } from './start.ts';

/** The running programs, as the person at the terminal needs to know them. */
export interface RunningPrograms {
  /** Where the first account is made, by the newest start of the server; null once there is one. */
  setupUrl(): string | null;
}

/**
 * Starts the broker, then the server, and keeps both running.
 * @param renewed told of a new set-up link when the server was started again before anybody used the old one
 */
export async function startPrograms(
  start: Start,
  databaseUrl: string,
  renewed: (setupUrl: string) => void,
): Promise<RunningPrograms> {
  const { checkout, folder, powers } = start;
  let { programs } = start;
  const around = surroundings(start, databaseUrl);
  const setting = (name: 'server' | 'broker'): ProgramSetting => ({
    log: openLog(`${folder.logs}/${name}.log`),
    program: () => programs[name],
    env: () => (name === 'server' ? serverEnvironment(around()) : brokerEnvironment(around())),
    started: (pid) => noteProcess(folder.processes, name, pid),
    stop: start.stop,
  });

  const { brokerSocket: socket } = around();
  const reaches = (signal: AbortSignal) => socketAnswers(socket, signal);
  const broker = await begun(start, keep(brokerService(setting('broker'), reaches), powers));

  let setupUrl: string | null = null;
  const ready = (message: { readonly setupUrl: string | null }) => {
    if (message.setupUrl !== null && setupUrl !== null) renewed(message.setupUrl);
    setupUrl = message.setupUrl;
  };
  const server = await begun(start, keep(serverService(setting('server'), ready), powers));

  const renew = async () => {
    try {
      const built = await checkout.programs();
      const changed = { ...programs };
      programs = built;
      if (built.broker.file !== changed.broker.file) await broker.renew();
      if (built.server.file !== changed.server.file) await server.renew();
    } catch (error) {
      powers.say(`Not built: ${String(error)}`);
    }
  };
  if (start.options.watch) {
    // One at a time: a change that comes while another is built is built after it.
    let last = Promise.resolve();
    checkout.watch(() => {
      last = last.then(renew);
    }, start.stop);
  }
  return { setupUrl: () => setupUrl };
}

/** Read anew at every start of a program. */
function surroundings(start: Start, databaseUrl: string): () => Surroundings {
  const { options, folder, credentials, env, checkout } = start;
  const brokerToken = randomBytes(32).toString('base64url');
  const sessionKey = readSessionKey(folder.sessionKey);
  const socket = brokerSocket(folder.root, socketFolder(folder.root));
  return () => ({
    ...{ options, folder, credentials, databaseUrl, brokerToken, sessionKey },
    brokerSocket: socket,
    studioFiles: checkout.studioFiles,
    exampleFiles: join(checkout.root, 'examples', 'mail-triage'),
    version: checkout.version,
    outer: env,
  });
}
