import type { StoredLog } from './stored-log.ts';

/** One way to tamper with a stored log. */
export interface StoredCase {
  readonly name: string;
  /** Does it. Gives false where there was nothing to do, which is a mistake of the case. */
  apply(log: StoredLog): Promise<boolean>;
}

/** A case that is one statement; `$1` is the workspace. */
export function statement(name: string, text: string, ...values: readonly unknown[]): StoredCase {
  return { name, apply: async (log) => (await log.run(text, ...values)) > 0 };
}
