import type { Membership } from './caller.ts';
import { httpFault } from './errors.ts';

/** Whom a list is about: null for everybody, or the caller alone where they may not see other people's things. */
export function personFilter(access: Membership): string | null {
  return access.others ? null : access.caller.person;
}

/** Whether a caller may see what belongs to a person. */
export function maySee(access: Membership, person: string): boolean {
  return access.others || person === access.caller.person;
}

/**
 * The thing, for those who may see it.
 *
 * @throws fault `HTTP_NOT_FOUND` where it is not there or somebody else's: the two look alike.
 */
export function visible<T>(access: Membership, thing: T | null, ownerOf: (thing: T) => string): T {
  if (thing === null || !maySee(access, ownerOf(thing))) throw httpFault('HTTP_NOT_FOUND');
  return thing;
}

/** The thing, or fault `HTTP_NOT_FOUND`. */
export function found<T>(thing: T | null): T {
  if (thing === null) throw httpFault('HTTP_NOT_FOUND');
  return thing;
}
