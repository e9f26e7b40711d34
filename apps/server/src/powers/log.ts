import { Fault } from '@countersign/contract';
import { type Logger, pino } from 'pino';

/** The log of this process: JSON lines to standard error, which the launcher keeps. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** A {@link Log}. No body, secret, or URL's query is ever handed to it. */
export function createLog(name: string): Log {
  return pino({ name, level: 'info' }, pino.destination({ dest: 2, sync: false }));
}

/** What went wrong, as a log line may say it: codes and places, never the content that was worked on. */
export function faultLine(error: unknown): Record<string, unknown> {
  if (Fault.is(error)) return { code: error.code, message: error.message, cause: causeOf(error) };
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error) };
}

function causeOf(error: Error): string | undefined {
  return error.cause instanceof Error ? error.cause.message : undefined;
}
