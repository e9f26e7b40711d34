/** Time as a power: what it is, and a call back later. Milliseconds. */
export interface Clock {
  /** Since 1970. */
  now(): number;
  /** Calls back once; gives the way to stop. A waiting call never keeps the process alive. */
  after(ms: number, call: () => void): () => void;
}
