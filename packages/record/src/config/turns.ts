/**
 * Runs asynchronous changes one after the other, as a database's locks would: a change sees all that the
 * changes before it did. A change that throws leaves the next one its turn.
 */
export function createTurns(): <T>(change: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(change: () => Promise<T>): Promise<T> => {
    const turn = last.then(change);
    last = turn.catch(() => undefined);
    return turn;
  };
}
