import {
  type Allowance,
  type Commit,
  type EntryInput,
  expiryOf,
  type IdPowers,
  isPlainAmount,
  microsOf,
  newId,
  PERMISSION_DAYS,
  type PermissionDraft,
  type PermissionView,
  permissionAccounts,
  type StandingPermission,
  type WeeklyCap,
} from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { assertFits, jsonOf } from '../config/storable.ts';

/** Permissions that count at once in a workspace: each decision looks through them. */
export const MOST_STANDING = 1_000;
/** Milliseconds in which whoever revoked a permission can take that back. */
const UNDO_MS = 600_000;

/** Where a permission applies, what it allows and how often: what goes when it is erased. */
export interface Content {
  readonly pointer: string;
  readonly allows: Allowance;
  readonly weekly: WeeklyCap | null;
}

/** Refuses what no permission may be. @throws fault `RECORD_PERMISSION_INVALID`. */
export function assertPermission(draft: PermissionDraft): void {
  const problem = problemOf(draft);
  if (problem !== null) throw storeFault('RECORD_PERMISSION_INVALID', { message: problem });
  assertFits(jsonOf(draft), 20_000, 'The permission');
}

function problemOf({ days, pointer, allows, weekly, connection, ...names }: PermissionDraft) {
  if (!PERMISSION_DAYS.includes(days))
    return `A permission lasts ${PERMISSION_DAYS.join(', ')} days, and never for ever.`;
  if (!pointer.startsWith('/')) return 'A permission is for one argument, never for a whole call.';
  if ([names.agent, names.action].includes('') || connection === '')
    return 'A permission is for one agent and one action.';
  const caps = [weekly?.calls ?? 1, weekly?.sum ?? 1];
  if (caps.some((cap) => !(cap > 0 && isPlainAmount(cap))) || !Number.isInteger(caps[0]))
    return 'What a permission allows in a week is more than nothing: whole calls, and a sum in hundredths.';
  if (allows.kind === 'exact')
    return (weekly?.sum ?? null) === null ? null : 'Only a bound on numbers has a sum.';
  if (!(allows.most > 0 && isPlainAmount(allows.most)))
    return 'A bound is a number above 0 and up to a million, in hundredths at the finest.';
  return (weekly?.sum ?? null) === null
    ? 'A bound needs the most that its numbers may sum up to in a week.'
    : null;
}

/** A new permission of a draft. */
export function permissionOf(
  draft: PermissionDraft,
  by: string,
  powers: IdPowers,
): StandingPermission {
  const { agent, action, connection, pointer, allows, weekly, days, asked } = draft;
  const createdAt = powers.now();
  return {
    ...{ id: newId('permission', powers), agent, action, connection, pointer, allows, weekly },
    ...{ question: asked?.question ?? null, createdAt, createdBy: by },
    expiresAt: expiryOf(days, createdAt),
  };
}

/** The ledger's entries for a permission that is made, and the limits of its weeks. The run's erasure takes its content. */
export function making(
  permission: StandingPermission,
  run: string | null,
): Required<Pick<Commit, 'entries' | 'accounts'>> {
  const { id, agent, action, connection, pointer, allows, weekly } = permission;
  const { createdBy: by, expiresAt, question } = permission;
  const content = { pointer, allows, weekly };
  const limits = {
    ...(weekly?.calls == null ? {} : { calls: weekly.calls }),
    ...(weekly?.sum == null ? {} : { moneyMicros: microsOf(weekly.sum) }),
  };
  const accounts =
    weekly === null
      ? []
      : permissionAccounts(permission).map((account) => ({ id: account, limits }));
  return {
    entries: [
      {
        ...({ kind: 'permission.changed', run, call: null } as const),
        ref: {
          ...{ change: 'made', permission: id, by, agent, action, connection, question, expiresAt },
          allows: allows.kind,
        },
        payload: jsonOf(content),
      },
      ...accounts.map(
        ({ id: account }): EntryInput => ({
          ...({ kind: 'budget.changed', run: null, call: null } as const),
          ref: { account, by },
          payload: { limits },
        }),
      ),
    ],
    accounts,
  };
}

/** The ledger's entry for a permission that ends, or does not after all. */
export function permissionChanged(
  change: 'revoked' | 'restored',
  permission: string,
  by: string,
): EntryInput {
  const ref = { change, permission, by };
  return { kind: 'permission.changed', run: null, call: null, ref, payload: null };
}

/** Refuses more permissions than decisions look through. @throws fault `RECORD_PERMISSION_LIMIT`. */
export function assertRoom(standing: number, more: number): void {
  if (standing + more > MOST_STANDING) throw storeFault('RECORD_PERMISSION_LIMIT');
}

/** Whether a person may take back that a permission was revoked. */
export function mayRestore(
  { revokedAt, revokedBy, allows, expiresAt }: PermissionView,
  by: string,
  now: number,
): boolean {
  const isOwn = revokedAt !== null && revokedBy === by && now - revokedAt <= UNDO_MS;
  return isOwn && allows !== null && now < expiresAt;
}

/** A permission as decisions see it, or null where it counts no more. */
export function standingOf(view: PermissionView, now: number): StandingPermission | null {
  const { revokedAt, revokedBy, uses, lastUsedAt, pointer, allows, ...rest } = view;
  if (revokedAt !== null || pointer === null || allows === null || now >= view.expiresAt)
    return null;
  return { ...rest, pointer, allows };
}
