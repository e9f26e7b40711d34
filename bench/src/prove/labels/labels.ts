import type { Finding, Proof } from '../proof.ts';
import { BROKEN } from './broken.ts';
import { type Functions, REAL } from './functions.ts';
import { Pipeline } from './pipeline.ts';
import { randomPool } from './pool.ts';
import { Random } from './random.ts';
import { TooGood } from './world.ts';

const PIPELINES = 1_000_000;
/** A broken algebra must be found within so many pipelines. */
const CONTROL = 20_000;
const SEED = 20_261_130;
const MOST_FAILURES = 50;

/** What became of some pipelines. */
export interface Tried {
  readonly tried: number;
  readonly failures: readonly string[];
}

/** Tries pipelines one after the other, and stops at `most` failures. Pipeline n is the same in every run. */
export async function tryPipelines(
  functions: Functions,
  count: number,
  most: number,
  progress: (tried: number) => void = () => undefined,
): Promise<Tried> {
  const pool = randomPool(new Random(SEED));
  const failures: string[] = [];
  for (let at = 0; at < count; at++) {
    try {
      await new Pipeline(functions, new Random(SEED + 1 + at), pool).run();
    } catch (error) {
      if (!(error instanceof TooGood)) throw error;
      failures.push(`pipeline ${at}: ${error.message}`);
      if (failures.length === most) return { tried: at + 1, failures };
    }
    if ((at + 1) % 100_000 === 0) progress(at + 1);
  }
  return { tried: count, failures };
}

/** Promise 5, the part that all else rests on: no label is better than what shaped its value. */
export const labels: Proof = {
  name: 'labels',
  promise: 'No value has a label that is better than the join of the labels of all that shaped it.',
  takesCases: false,
  async run({ scale, progress }): Promise<Finding> {
    const count = Math.ceil(PIPELINES * scale);
    const { tried, failures } = await tryPipelines(REAL, count, MOST_FAILURES, (so) =>
      progress(`${so} pipelines`),
    );
    const unfound: string[] = [];
    let latest = 0;
    for (const [name, functions] of Object.entries(BROKEN)) {
      const control = await tryPipelines(functions, CONTROL, 1);
      latest = Math.max(latest, control.tried);
      if (control.failures.length === 0) unfound.push(`was not found: ${name}`);
    }
    const kinds = Object.keys(BROKEN).length;
    return {
      cases: tried,
      failures: [...failures, ...unfound],
      figure: `${failures.length} of ${tried} pipelines end in a label that is too good`,
      notes: [
        `control: ${kinds - unfound.length} of ${kinds} broken ways to move labels were found, each within ${latest} pipelines`,
      ],
    };
  },
};
