import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openSsrfRange, type SsrfVector } from '@countersign/executor/egress/proof';
import type { Finding, Proof } from './proof.ts';

const VECTORS = fileURLToPath(
  new URL('../../../packages/executor/testdata/ssrf_vectors.json', import.meta.url),
);

/** Promise 3: what is dialled was checked, whatever the address is written as. */
export const ssrf: Proof = {
  name: 'ssrf',
  promise: 'No request reaches an address that was not checked, and honest ones pass.',
  takesCases: true,
  async run({ cases }): Promise<Finding> {
    const { vectors } = JSON.parse(await readFile(cases ?? VECTORS, 'utf8')) as {
      vectors: readonly SsrfVector[];
    };
    const range = await openSsrfRange();
    const failures: string[] = [];
    const unplayed: string[] = [];
    try {
      for (const vector of vectors) {
        const verdict = await range.run(vector);
        if (!verdict.passed)
          failures.push(`${vector.id} ${vector.url} (expected ${vector.expect}): ${vector.why}`);
        if (!verdict.recognised) unplayed.push(vector.id);
      }
    } finally {
      await range.close();
    }
    const hostile = vectors.filter((vector) => vector.expect === 'block').length;
    return {
      cases: vectors.length,
      failures,
      figure: `${hostile} hostile blocked, ${vectors.length - hostile} benign passed`.replace(
        /^/,
        failures.length === 0 ? '' : `${failures.length} wrong; of `,
      ),
      notes:
        unplayed.length > 0
          ? [
              `${unplayed.length} cases describe a set-up that the range does not know and were played as written only: ${unplayed.slice(0, 10).join(', ')}`,
            ]
          : [],
    };
  },
};
