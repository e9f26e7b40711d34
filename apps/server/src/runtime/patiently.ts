import { Fault } from '@countersign/contract';

/** Milliseconds between tries of a database that is away for a moment. Afterwards the segment gives up its run. */
const WAITS = [100, 400, 1_000, 2_000, 4_000, 8_000] as const;

/**
 * Repeats what failed for a reason that passes by itself. Only for work that tells a repeat from a first
 * try: a commit does, by its fence.
 */
export async function patiently<T>(
  powers: { pause(ms: number, signal: AbortSignal): Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  const never = new AbortController().signal;
  for (const wait of WAITS) {
    try {
      return await work();
    } catch (error) {
      if (!Fault.is(error) || error.spec.retry === 'never') throw error;
    }
    await powers.pause(wait, never);
  }
  return work();
}
