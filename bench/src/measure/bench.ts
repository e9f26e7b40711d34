/** One measured figure, against a floor or a peer of the same run. */
export interface Figure {
  readonly name: string;
  readonly ours: string;
  /** What it is compared with, and that one's figure. */
  readonly against: string;
  readonly ratio: string;
  /** What we want, in words; and whether it was met. */
  readonly target: string;
  readonly met: boolean;
}

/** A measurement. Figures are medians of a noisy machine: ratios count, seconds do not. */
export interface Bench {
  readonly name: string;
  readonly about: string;
  run(progress: (line: string) => void): Promise<readonly Figure[]>;
}
