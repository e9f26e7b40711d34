/**
 * How many times the processor time grows where the work grows fourfold: about 4 for linear work, 16 for
 * quadratic. The best of three tries each, since a busy machine only makes it worse; work that is done in
 * some milliseconds counts as linear.
 */
export function growthOf(work: (size: number) => void, size: number): number {
  const one = bestOf(() => work(size));
  const four = bestOf(() => work(size * 4));
  return four / Math.max(one, NOISE_MS);
}

/** Milliseconds below which a time says nothing. */
const NOISE_MS = 4;

function bestOf(work: () => void): number {
  return Math.min(...[1, 2, 3].map(() => timeOf(work)));
}

function timeOf(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
