import type { ErrorBody } from '../answer.ts';

/** The error in an answer. */
export async function errorOf(answer: Response): Promise<ErrorBody['error']> {
  // What the tests of errors themselves check in full.
  return ((await answer.json()) as ErrorBody).error;
}

/** An answer's JSON, for a test that checks what it needs of it. */
export async function jsonOf<T = Record<string, unknown>>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}
