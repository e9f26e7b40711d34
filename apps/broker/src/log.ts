import { Fault } from '@countersign/contract';
import { pino } from 'pino';
import type { BrokerLog } from './broker.ts';

/** Structured lines on stderr. Each exchange is a line of level `debug`, a refused one of `info`. */
export function processLog(level: string): BrokerLog & { started(socket: string): void } {
  const logger = pino(
    { name: 'broker', level, base: null },
    pino.destination({ fd: 2, sync: true }),
  );
  return {
    started: (socket) => logger.info({ socket }, 'listening'),
    note: (what, about) => {
      if (about['outcome'] === 'refused') logger.info(about, what);
      else logger.debug(about, what);
    },
    broke: (error) => logger.error(describe(error), 'broke'),
  };
}

/** What is safe to write down of an error: its kind and code. Messages and causes may quote what was sent. */
function describe(error: unknown): Readonly<Record<string, string>> {
  if (Fault.is(error)) return { code: error.code };
  if (!(error instanceof Error)) return { thrown: typeof error };
  const code = 'code' in error ? String(error.code) : '';
  const place = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at ')) ?? '';
  return { name: error.name, code, place: place.trim() };
}
