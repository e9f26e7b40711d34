import type { Json, Pointer } from './json.ts';

/** Days for which a permission may be given. None is for ever. */
export const PERMISSION_DAYS = [1, 7, 30, 90] as const;
export type PermissionDays = (typeof PERMISSION_DAYS)[number];

/** Milliseconds of a day, and of the week that caps are counted by. */
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The largest number that a permission may bound a value by. */
export const MOST_PERMITTED = 1_000_000;

/** What a permission vouches for: one value to the byte, or any number from 0 up to a bound, in hundredths at the finest. */
export type Allowance =
  | { readonly kind: 'exact'; readonly value: Json }
  | { readonly kind: 'at-most'; readonly most: number };

/** How often a permission counts in a week, and up to which sum of its values; null where that is not bounded. */
export interface WeeklyCap {
  readonly calls: number | null;
  readonly sum: number | null;
}

/** What a person lets an agent do again without being asked (rule E5, remembered). The agent is its purpose. */
export interface PermissionDraft {
  readonly agent: string;
  readonly action: string;
  readonly connection: string | null;
  /** Argument pattern: array indexes are `*`. */
  readonly pointer: Pointer;
  readonly allows: Allowance;
  readonly weekly: WeeklyCap | null;
  readonly days: PermissionDays;
  /** The question it was made at, with that question's run; null where it was made by a form. */
  readonly asked: { readonly question: string; readonly run: string } | null;
}

/** A permission as decisions see it: one that was neither revoked nor erased. Times in milliseconds since 1970. */
export interface StandingPermission
  extends Pick<
    PermissionDraft,
    'agent' | 'action' | 'connection' | 'pointer' | 'allows' | 'weekly'
  > {
  readonly id: string;
  readonly question: string | null;
  readonly createdAt: number;
  readonly createdBy: string;
  /** It counts no more from then on. */
  readonly expiresAt: number;
}

/** A permission as people see it, with what became of it. */
export interface PermissionView extends Omit<StandingPermission, 'pointer' | 'allows'> {
  /** Null, like `allows`, where it was erased: such a permission has ended, too. */
  readonly pointer: Pointer | null;
  readonly allows: Allowance | null;
  readonly revokedAt: number | null;
  readonly revokedBy: string | null;
  /** Calls that it let pass. */
  readonly uses: number;
  readonly lastUsedAt: number | null;
}

/** A call that a permission let pass: its intent in the ledger. */
export interface PermissionUse {
  readonly index: number;
  readonly run: string;
  readonly call: string;
  readonly action: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** When a permission ends that is made now. */
export function expiryOf(days: PermissionDays, now: number): number {
  return now + days * DAY_MS;
}

const ACCOUNT = 'permission:';

/** The account that a capped permission draws on in the week, counted from its making, that `now` is in. */
export function permissionAccount(
  { id, createdAt }: Pick<StandingPermission, 'id' | 'createdAt'>,
  now: number,
): string {
  return `${ACCOUNT}${id}.${Math.max(0, Math.floor((now - createdAt) / WEEK_MS))}`;
}

/** The accounts of all weeks in which a permission counts. */
export function permissionAccounts(
  permission: Pick<StandingPermission, 'id' | 'createdAt' | 'expiresAt'>,
): readonly string[] {
  const weeks = Math.ceil((permission.expiresAt - permission.createdAt) / WEEK_MS);
  return Array.from({ length: weeks }, (_, week) =>
    permissionAccount(permission, permission.createdAt + week * WEEK_MS),
  );
}

/** Whether an account counts the calls of a permission. */
export function isPermissionAccount(account: string): boolean {
  return account.startsWith(ACCOUNT);
}

/** Whether a number is one that a bound can allow: from 0, and in hundredths, so that it tells little besides. */
export function isPlainAmount(value: number): boolean {
  return value >= 0 && value <= MOST_PERMITTED && Math.round(value * 100) / 100 === value;
}

/** A number of a permission as accounts hold it: in millionths, as money is. */
export function microsOf(value: number): number {
  return Math.round(value * 1_000_000);
}
