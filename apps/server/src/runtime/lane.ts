/** Runs pieces of work one after the other, in the order they were asked for; one that fails does not stop the next. */
export function createLane(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(ignore);
    return result;
  };
}

/** A promise that is settled from outside. A rejection nobody listens to is not a fault of the process. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** A new {@link Deferred}. */
export function deferred<T>(): Deferred<T> {
  const parts: { resolve?: (value: T) => void; reject?: (error: unknown) => void } = {};
  const promise = new Promise<T>((resolve, reject) => Object.assign(parts, { resolve, reject }));
  promise.catch(ignore);
  return {
    promise,
    resolve: (value) => parts.resolve?.(value),
    reject: (error) => parts.reject?.(error),
  };
}

function ignore(): void {
  // Whoever asked for the work gets its error; here it only must not stop what follows.
}
