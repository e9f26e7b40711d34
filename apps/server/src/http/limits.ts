/** What one request, person or process may use at the doors. Sizes in bytes, times in milliseconds. */
export interface Limits {
  readonly jsonBytes: number;
  readonly jsonDepth: number;
  readonly uploadBytes: number;
  readonly streamsPerPerson: number;
  readonly streams: number;
  /** Pending deltas of one slow reader; over it they are dropped, since the entry that follows holds the whole text. */
  readonly deltaBytes: number;
  readonly heartbeatMs: number;
}

/** Limits that fit a machine of two cores. */
export const DEFAULT_LIMITS: Limits = {
  jsonBytes: 1_048_576,
  jsonDepth: 48,
  uploadBytes: 33_554_432,
  streamsPerPerson: 512,
  streams: 4096,
  deltaBytes: 65_536,
  heartbeatMs: 15_000,
};
