import type { LogFile } from './log-file.ts';

/** Tells the person at the terminal what happens, in one line each. */
export type Say = (line: string) => void;

/** Says it on the terminal, and with the time in the log. */
export function sayTo(terminal: { write(text: string): unknown }, log: LogFile): Say {
  return (line) => {
    terminal.write(`${line}\n`);
    log.write(`${new Date().toISOString()} ${line}\n`);
  };
}

/** A step's line with the time it took: `Postgres is running (0.2 s)`. */
export function took(line: string, since: number, now: number): string {
  return `${line} (${((now - since) / 1000).toFixed(1)} s)`;
}
