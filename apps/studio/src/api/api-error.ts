import { ApiError } from '@countersign/sdk';

/** Whether a thrown thing is an error of the server with one of these codes; any code where none is given. */
export function isApiError(thrown: unknown, ...codes: readonly string[]): thrown is ApiError {
  return thrown instanceof ApiError && (codes.length === 0 || codes.includes(thrown.code));
}

/** Whether nothing answered: the server is away, or the way to it. */
export function isUnreachable(thrown: unknown): boolean {
  return isApiError(thrown, 'UNREACHABLE');
}
