import {
  type Account,
  type Amounts,
  type Commit,
  DIMENSIONS,
  type Dimension,
  type Exhausted,
  exhaustedBy,
} from '@countersign/contract';
import { recordFault } from '../errors.ts';
import { checkedName } from './names.ts';

/** What a commit does to one account: new limits, then what settlements release and spend, then what is reserved. */
export interface AccountChange {
  readonly id: string;
  /** Null where the limits stay. */
  readonly limits: Amounts | null;
  readonly release: Amounts;
  readonly spend: Amounts;
  readonly reserve: Amounts;
}

/** Amounts in the order of the contract's dimensions, as Postgres keeps them. */
export type AmountVector = readonly (number | null)[];

/**
 * The changes of a commit, one for each account, those that reserve first and in their order: so the same
 * account is always the one that a refusal names.
 *
 * @throws fault `RECORD_AMOUNT_INVALID` for an amount that is negative or not a number.
 */
export function accountChanges(
  commit: Pick<Commit, 'accounts' | 'settle' | 'reserve'>,
): readonly AccountChange[] {
  const changes = new Map<string, AccountChange>();
  const change = (id: string, more: (before: AccountChange) => Partial<AccountChange>) => {
    const before = changes.get(id) ?? {
      id: checkedName(id, 'account'),
      limits: null,
      release: {},
      spend: {},
      reserve: {},
    };
    changes.set(id, { ...before, ...more(before) });
  };
  for (const { accounts, amounts } of commit.reserve ?? []) {
    for (const id of accounts)
      change(id, ({ reserve }) => ({ reserve: sum(reserve, whole(amounts)) }));
  }
  for (const { accounts, reserved, spent } of commit.settle ?? []) {
    for (const id of accounts) {
      change(id, ({ release, spend }) => ({
        release: sum(release, whole(reserved)),
        spend: sum(spend, whole(spent)),
      }));
    }
  }
  for (const { id, limits } of commit.accounts ?? []) {
    change(id, () => ({ limits: map(limits, (limit) => Math.floor(checkedAmount(limit))) }));
  }
  return [...changes.values()].filter(
    ({ limits, release, spend, reserve }) =>
      limits !== null || [release, spend, reserve].some((some) => Object.keys(some).length > 0),
  );
}

/** The account after a change, or what it cannot bear. A release never goes below zero. */
export function changed(account: Account, change: AccountChange): Account | Exhausted {
  const settled: Account = {
    id: account.id,
    limits: change.limits ?? account.limits,
    reserved: sum(account.reserved, change.release, -1),
    spent: sum(account.spent, change.spend),
  };
  const exhausted = exhaustedBy(settled, change.reserve);
  return exhausted ?? { ...settled, reserved: sum(settled.reserved, change.reserve) };
}

/** An account that nobody has given limits or drawn on. */
export function newAccount(id: string): Account {
  return { id, limits: {}, spent: {}, reserved: {} };
}

/** Amounts from what Postgres keeps; without the dimensions that say nothing. */
export function fromVector(vector: AmountVector, missing: 0 | null): Amounts {
  return Object.fromEntries(
    DIMENSIONS.map((dimension, at) => [dimension, vector[at] ?? null] as const).filter(
      ([, amount]) => amount !== null && amount !== missing,
    ),
  );
}

/** A fraction of a unit counts as a whole one, so that what is used is never rounded away. */
function whole(amounts: Amounts): Amounts {
  return map(amounts, (amount) => Math.ceil(checkedAmount(amount)));
}

function checkedAmount(amount: number): number {
  if (amount >= 0 && amount <= Number.MAX_SAFE_INTEGER) return amount;
  throw recordFault('RECORD_AMOUNT_INVALID', {
    message: `An amount of ${amount} cannot be kept: amounts are at least 0 and at most 2^53 - 1.`,
  });
}

function map(amounts: Amounts, change: (amount: number) => number): Amounts {
  const mapped: { [dimension in Dimension]?: number } = {};
  for (const dimension of DIMENSIONS) {
    const amount = amounts[dimension];
    if (amount !== undefined) mapped[dimension] = change(amount);
  }
  return mapped;
}

/** The sum, never below zero nor above what a number holds exactly, without dimensions that are zero. */
function sum(a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts {
  const total: { [dimension in Dimension]?: number } = {};
  for (const dimension of DIMENSIONS) {
    const both = (a[dimension] ?? 0) + sign * (b[dimension] ?? 0);
    const kept = Math.min(Math.max(both, 0), Number.MAX_SAFE_INTEGER);
    if (kept > 0) total[dimension] = kept;
  }
  return total;
}
