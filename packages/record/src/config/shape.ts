import {
  type AgentDefinition,
  type AgentSnapshot,
  type Amounts,
  type Connection,
  DIMENSIONS,
  type Member,
  type NewSecret,
  ROLES,
  type Workspace,
} from '@countersign/contract';
import { storeFault } from './errors.ts';
import { assertFits, jsonOf } from './storable.ts';

const KIB = 1024;

/** Refuses a workspace nobody could address or own. @throws fault `RECORD_WORKSPACE_INVALID`. */
export function assertWorkspace({ id, name }: Workspace, owner: Member): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id) || name.trim() === '' || owner.role !== 'owner') {
    throw storeFault('RECORD_WORKSPACE_INVALID');
  }
  assertFits(name, KIB, "The workspace's name");
  assertMember(owner);
}

/** Refuses a member with a role we do not know or texts that cannot be kept. @throws fault `RECORD_MEMBER_INVALID`. */
export function assertMember(member: Member): void {
  if (member.person === '' || !ROLES.includes(member.role)) {
    throw storeFault('RECORD_MEMBER_INVALID');
  }
  assertFits(jsonOf(member), 4 * KIB, 'The member');
}

/** Refuses a draft that is too large to be edited. @throws faults of {@link assertFits}. */
export function assertDraft(id: string, draft: AgentDefinition): void {
  assertFits(id, 100, "The agent's id");
  assertFits(jsonOf(draft), 512 * KIB, "The agent's draft");
}

/** Refuses a snapshot that is too large. @throws faults of {@link assertFits}. */
export function assertSnapshot(snapshot: AgentSnapshot): void {
  assertFits(jsonOf(snapshot), 4096 * KIB, "The agent's snapshot");
}

/** Refuses a connection that is too large. @throws faults of {@link assertFits}. */
export function assertConnection(connection: Connection): void {
  assertFits(jsonOf(connection), 64 * KIB, 'The connection');
}

/** Refuses a secret that is too large. @throws faults of {@link assertFits}. */
export function assertSecret({ name, sealed }: NewSecret): void {
  assertFits(name, 200, "The secret's name");
  assertFits(jsonOf(sealed), 256 * KIB, 'The sealed secret');
}

/** Refuses limits that could not be enforced, or of an account that is not this workspace's. @throws fault `RECORD_LIMITS_INVALID`. */
export function assertLimits(workspace: string, account: string, limits: Amounts): void {
  assertFits(account, 200, 'The account');
  const [kind, id] = account.split(/:(.*)/s);
  const known = kind === 'workspace' ? id === workspace : kind === 'agent' || kind === 'person';
  if (!known || id === '') {
    throw storeFault('RECORD_LIMITS_INVALID', {
      message: `Limits are set on agent:<id>, person:<id> or workspace:${workspace}.`,
    });
  }
  const dimensions: readonly string[] = DIMENSIONS;
  for (const [dimension, limit] of Object.entries(limits)) {
    if (dimensions.includes(dimension) && Number.isSafeInteger(limit) && limit >= 0) continue;
    throw storeFault('RECORD_LIMITS_INVALID', {
      message: `A limit is a whole number from 0 on one of ${DIMENSIONS.join(', ')}.`,
    });
  }
}
