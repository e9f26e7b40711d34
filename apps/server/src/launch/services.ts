import { setTimeout as sleep } from 'node:timers/promises';
import { fault, LAUNCH_FAULTS } from './errors.ts';
import { programFault } from './exit-codes.ts';
import type { Ending, Running, Service } from './keep.ts';
import { type ReadyMessage, readyMessageSchema } from './messages.ts';
import { type Program, type Started, startProgram } from './program.ts';

/** Milliseconds each program may drain for. Together with Postgres's they stay below ten seconds. */
const GRACE = { server: 5500, broker: 1500 } as const;

/** What both programs are run with. */
export interface ProgramSetting {
  readonly log: { readonly path: string; write(text: string): void };
  /** Read at every start: it changes when sources are built anew. */
  program(): Program;
  env(): Readonly<Record<string, string>>;
  /** Told of every process that was started. */
  started(pid: number): void;
  /** Aborted when everything is to end: a start that is under way is given up. */
  readonly stop: AbortSignal;
}

/** Milliseconds a program may take until it does its work. */
const START_WITHIN = 60_000;

/** The server: it does its work when it says so. */
export function serverService(
  setting: ProgramSetting,
  ready: (message: ReadyMessage) => void,
): Service {
  return service('The server', setting, GRACE.server, (started) => {
    return new Promise((resolve) => {
      started.onMessage((message) => {
        const parsed = readyMessageSchema.safeParse(message);
        if (!parsed.success) return;
        ready(parsed.data);
        resolve();
      });
    });
  });
}

/** The broker: it does its work when its socket answers. */
export function brokerService(
  setting: ProgramSetting,
  answers: (signal: AbortSignal) => Promise<void>,
): Service {
  return service('The broker', setting, GRACE.broker, async (started) => {
    const gone = new AbortController();
    void started.ended.then(() => gone.abort());
    await answers(gone.signal);
  });
}

function service(
  name: string,
  setting: ProgramSetting,
  grace: number,
  works: (started: Started) => Promise<void>,
): Service {
  return {
    name,
    log: setting.log.path,
    start: async (): Promise<Running> => {
      const started = startProgram({
        program: setting.program(),
        env: setting.env(),
        hear: setting.log.write,
        grace,
      });
      setting.started(started.pid);
      const early = await Promise.race([
        works(started).then(() => null),
        started.ended,
        givenUp(setting.stop).then((): typeof GIVEN_UP => GIVEN_UP),
      ]);
      if (early === null) return started;
      if (early !== GIVEN_UP) throw failure(name, early, started.lastWords(), setting.log.path);
      await started.stop();
      if (setting.stop.aborted) throw fault('LAUNCH_STOPPED');
      throw new Error(`it did nothing for ${START_WITHIN / 1000} s. More in ${setting.log.path}`);
    },
  };
}

/** Instead of an ending: it never came. */
const GIVEN_UP = 'given up';

/** Resolves when waiting has no more sense. */
async function givenUp(stop: AbortSignal): Promise<void> {
  await sleep(START_WITHIN, undefined, { signal: stop, ref: false }).catch(() => undefined);
}

/** Why a program ended before it did its work, with its last words. */
function failure(name: string, ending: Ending, words: string, log: string): Error {
  const code = programFault(ending.code);
  const how = ending.signal ?? `code ${ending.code ?? 'unknown'}`;
  if (code === null) return new Error(`it ended with ${how}. ${words}\nMore in ${log}`);
  return fault(code, { message: `${LAUNCH_FAULTS[code].says} ${name} says: ${words || how}` });
}
