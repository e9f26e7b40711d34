/** A bug in our own code was met. It stops the run, never the server; it is not for bad input. */
export class Bug extends Error {
  override readonly name = 'Bug';
}

/** The value, or a {@link Bug} that says why it had to be there. */
export function must<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Bug(why);
  return value;
}

/** Marks a branch that the types exclude. */
export function unreachable(value: never): never {
  throw new Bug(`unreachable: ${JSON.stringify(value)}`);
}
