/** What must be ended, the last begun first. */
export interface LastFirst {
  add(end: () => Promise<void> | void): void;
  /** Ends everything; one that fails does not keep the others from ending. */
  run(failed: (error: unknown) => void): Promise<void>;
}

/** An empty list of ends. */
export function lastFirst(): LastFirst {
  const ends: (() => Promise<void> | void)[] = [];
  return {
    add: (end) => {
      ends.push(end);
    },
    run: async (failed) => {
      for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
        try {
          await end();
        } catch (error) {
          failed(error);
        }
      }
    },
  };
}
