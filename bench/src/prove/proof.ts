/** What a proof found. `figure` is the number the promise is about, in words: `0 of 809 unasked`. */
export interface Finding {
  readonly cases: number;
  readonly failures: readonly string[];
  readonly figure: string;
  /** Lines that say more, printed below the table. */
  readonly notes?: readonly string[];
}

/** How a proof is asked for. */
export interface Ask {
  /** A file or folder of other cases of the same form, or null for those in the repository. */
  readonly cases: string | null;
  /** Multiplies the number of random cases; 1 is what the table is about. */
  readonly scale: number;
  readonly progress: (line: string) => void;
}

/** One promise, tried. It fails by its findings, never by timing. */
export interface Proof {
  readonly name: string;
  /** The promise in a sentence. */
  readonly promise: string;
  /** Whether `--cases` means something to it. */
  readonly takesCases: boolean;
  run(ask: Ask): Promise<Finding>;
}
