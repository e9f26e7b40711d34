import type { Checkout, Programs } from './checkout.ts';
import type { Credentials } from './credentials.ts';
import type { DataFolder } from './data-folder.ts';
import type { KeepPowers } from './keep.ts';
import type { LastFirst } from './last-first.ts';
import type { LaunchOptions } from './options.ts';

/** What every step of a start knows. */
export interface Start {
  readonly options: LaunchOptions;
  readonly checkout: Checkout;
  /** What is started first. */
  readonly programs: Programs;
  readonly folder: DataFolder;
  readonly credentials: Credentials;
  /** The operator's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly powers: KeepPowers;
  /** Aborted when a person or the system wants the end. */
  readonly stop: AbortSignal;
  /** What must be ended then. */
  readonly ends: LastFirst;
}

/** Adds what was begun to what must be ended, and goes no further once the end is wanted. */
export async function begun<T extends { stop(): Promise<void> }>(
  start: Pick<Start, 'ends' | 'stop'>,
  beginning: Promise<T>,
): Promise<T> {
  const running = await beginning;
  start.ends.add(() => running.stop());
  start.stop.throwIfAborted();
  return running;
}
