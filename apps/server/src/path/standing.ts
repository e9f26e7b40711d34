import {
  type Actor,
  at,
  type Call,
  type Explanation,
  microsOf,
  permissionAccount,
  type Reservation,
  type Settlement,
  type StandingPermission,
} from '@countersign/contract';
import type { Settings } from './settings.ts';

/**
 * The permissions that may vouch in a run: made by somebody who is still a member and, where duties are separate,
 * by somebody else than the person the run acts for. Those whose account of this week is used up are left out.
 */
export function standingIn(
  { standing, members, separateDuties }: Settings,
  actor: Pick<Actor, 'agent' | 'person'>,
  now: number,
  usedUp: ReadonlySet<string>,
): readonly StandingPermission[] {
  return standing.filter(
    (one) =>
      one.agent === actor.agent &&
      members.has(one.createdBy) &&
      !(separateDuties && one.createdBy === actor.person) &&
      !(one.weekly !== null && usedUp.has(permissionAccount(one, now))),
  );
}

/** Ids of the permissions that an explanation names, each once. */
export function permissionsIn(why: Explanation): readonly string[] {
  const named = why.leaves.flatMap(({ permission }) => permission ?? []);
  return [...new Set(named)].sort();
}

/** What a call draws on the capped permissions that vouch in it: one call, and the sum of its numbers. */
export function drawsOf(
  call: Call,
  why: Explanation,
  standing: readonly StandingPermission[],
  now: number,
): readonly Reservation[] {
  return permissionsIn(why).flatMap((id) => {
    const permission = standing.find((one) => one.id === id);
    if (permission === undefined || permission.weekly === null) return [];
    const values = why.leaves
      .filter((leaf) => leaf.permission === id)
      .map(({ pointer }) => at(call.args, pointer));
    const moneyMicros = values.reduce<number>(
      (sum, value) => sum + (typeof value === 'number' ? microsOf(value) : 0),
      0,
    );
    const isSum = permission.allows.kind === 'at-most';
    return [
      {
        accounts: [permissionAccount(permission, now)],
        amounts: { calls: 1, ...(isSum ? { moneyMicros } : {}) },
      },
    ];
  });
}

/** A draw is spent whole, whatever came of its call: a person allowed so many tries. */
export function spentWhole({ accounts, amounts }: Reservation): Settlement {
  return { accounts, reserved: amounts, spent: amounts };
}
