import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A change of the outside world: what a mail server or a bank would have in its books. */
export interface Effect {
  readonly action: string;
  /** The idempotency key that came with it. */
  readonly key: string;
  /** Index of the call's intent in the log, as another connection saw it just before; null where there was none. */
  readonly intent: number | null;
  readonly process: number;
}

/** Changes the outside world, and returns when that would outlive a power cut. */
export function effect(file: string, line: Effect): void {
  const opened = openSync(file, 'a');
  try {
    writeSync(opened, `${JSON.stringify(line)}\n`);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Everything that happened outside, in order. */
export function effectsOf(file: string): readonly Effect[] {
  return (
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      // Written by `effect` alone.
      .map((line) => JSON.parse(line) as Effect)
  );
}
