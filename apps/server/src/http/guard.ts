import { AGENT_SCOPES, ROLES, type Role, type Scope } from '@countersign/contract';
import { type Caller, callerOf, type Membership, scopesOf } from './caller.ts';
import type { Doors } from './doors.ts';
import { httpFault } from './errors.ts';
import type { Need } from './permissions.ts';

/** What a route may rely on about its caller, by the need it has. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'person'; readonly caller: Caller }
  | ({ readonly kind: 'member' } & Membership);

/**
 * Lets a request in, or says why not: 401 for nobody, 404 for a workspace the caller has no part in (it might
 * as well not exist), 403 for a part that is too small.
 */
export async function admit(
  doors: Doors,
  need: Need,
  request: { readonly headers: Headers; readonly workspace: string | undefined },
): Promise<Access> {
  if (need.kind === 'open') return { kind: 'open' };
  const caller = await callerOf(doors, request.headers);
  if (need.kind === 'person') {
    if (need.scope === 'session') assertSession(caller);
    return { kind: 'person', caller };
  }
  const membership = await membershipOf(doors, caller, request.workspace ?? '');
  assertScope(caller, need.scope);
  if (!reaches(membership.member.role, need.role)) throw httpFault('HTTP_ROLE_MISSING');
  return { kind: 'member', ...membership, others: reaches(membership.member.role, need.others) };
}

/** Whether a role includes another: an owner may all that an admin may, and so on down. */
export function reaches(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}

async function membershipOf(
  doors: Doors,
  caller: Caller,
  workspace: string,
): Promise<Omit<Membership, 'others'>> {
  if (caller.kind === 'key' && caller.key.workspace !== workspace)
    throw httpFault('HTTP_NOT_FOUND');
  const known = caller.kind === 'key' ? caller.key.member : undefined;
  const member = known === undefined ? await doors.config.member(workspace, caller.person) : known;
  if (member === null) throw httpFault('HTTP_NOT_FOUND');
  return { caller, workspace, member };
}

function assertScope(caller: Caller, scope: Scope | 'session'): void {
  if (caller.kind === 'session') return;
  if (scope === 'session') throw httpFault('HTTP_SESSION_NEEDED');
  // Asked apart from the key's own scopes: a stored key that should never have been made still gets nothing.
  if (caller.key.agent !== null && !isAgentScope(scope)) throw httpFault('HTTP_AGENT_KEY');
  if (!scopesOf(caller).includes(scope))
    throw httpFault('HTTP_SCOPE_MISSING', { details: { scope } });
}

function isAgentScope(scope: Scope): boolean {
  return (AGENT_SCOPES as readonly Scope[]).includes(scope);
}

function assertSession(caller: Caller): void {
  if (caller.kind === 'key') throw httpFault('HTTP_SESSION_NEEDED');
}
