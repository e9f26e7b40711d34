/** The value below which that fraction of the samples lies; NaN of none. */
export function quantile(samples: readonly number[], fraction: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

/** The middle sample. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Three figures that count, however large. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
