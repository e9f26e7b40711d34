import { type Member, SCOPES, type Scope } from '@countersign/contract';
import type { Session } from './auth/port.ts';
import type { Doors, FoundKey } from './doors.ts';
import { httpFault } from './errors.ts';

/** Who sends a request: a person in a browser, or a key that acts for one in one workspace. */
export type Caller =
  | { readonly kind: 'session'; readonly person: string; readonly session: Session }
  | { readonly kind: 'key'; readonly person: string; readonly key: FoundKey };

/** What a route learns of its caller. `others`: the caller may use what belongs to other people, too. */
export interface Membership {
  readonly caller: Caller;
  readonly workspace: string;
  readonly member: Member;
  readonly others: boolean;
}

/**
 * Who sends a request. A bearer key counts alone: where one is sent, no cookie is looked at.
 *
 * @throws fault `HTTP_UNAUTHENTICATED`, with the same words for every reason.
 */
export async function callerOf(doors: Doors, headers: Headers): Promise<Caller> {
  const authorization = headers.get('authorization');
  const caller =
    authorization === null
      ? await bySession(doors, headers)
      : await byKey(doors, authorization, doors.clock.now());
  if (caller === null) throw httpFault('HTTP_UNAUTHENTICATED');
  return caller;
}

/** The scopes a caller has; a person in a browser has all of them. */
export function scopesOf(caller: Caller): readonly Scope[] {
  return caller.kind === 'session' ? SCOPES : caller.key.scopes;
}

/** The id that stands in the record for what a caller triggers. */
export function triggerOf(caller: Caller): string {
  return caller.kind === 'session' ? caller.person : caller.key.id;
}

async function bySession(doors: Doors, headers: Headers): Promise<Caller | null> {
  if (!headers.has('cookie')) return null;
  const session = await doors.auth.session(headers);
  return session === null ? null : { kind: 'session', person: session.person, session };
}

async function byKey(doors: Doors, authorization: string, now: number): Promise<Caller | null> {
  const text = /^Bearer (cs_[A-Za-z0-9_-]{20,200})$/i.exec(authorization)?.[1];
  const key = text === undefined ? null : await doors.keys.authenticate(text);
  if (key === null || !isLive(key, now)) return null;
  return { kind: 'key', person: key.person, key };
}

/** Asked of the store's answer again, since nothing else stands between a dead key and a workspace. */
function isLive(key: FoundKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}
