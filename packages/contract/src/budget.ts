/** What is bounded. Money is in micro-units of the workspace's currency, times in milliseconds, sizes in bytes. */
export const DIMENSIONS = [
  'steps',
  'calls',
  'tokens',
  'moneyMicros',
  'wallMs',
  'bytesOut',
  'questions',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Amounts by dimension; a missing dimension is zero in a reservation and unlimited in a limit. */
export type Amounts = { readonly [dimension in Dimension]?: number };

/** An account that a call draws on: `run:<id>`, `agent:<id>`, `person:<id>`, `workspace:<id>`. */
export interface Account {
  readonly id: string;
  readonly limits: Amounts;
  readonly spent: Amounts;
  readonly reserved: Amounts;
}

/** A claim on accounts before a call: all of it, on all accounts, or none. */
export interface Reservation {
  readonly accounts: readonly string[];
  readonly amounts: Amounts;
}

/** What replaces a reservation once the call has ended: the reserved amounts go, the spent ones come. */
export interface Settlement {
  readonly accounts: readonly string[];
  readonly reserved: Amounts;
  readonly spent: Amounts;
}

/** The dimension and account that could not bear a reservation. */
export interface Exhausted {
  readonly account: string;
  readonly dimension: Dimension;
  readonly limit: number;
  readonly used: number;
  readonly wanted: number;
}

/** The first limit that a reservation would break, or null. Limits are inclusive: exactly the limit may be used. */
export function exhaustedBy(account: Account, wanted: Amounts): Exhausted | null {
  for (const dimension of DIMENSIONS) {
    const limit = account.limits[dimension];
    const more = wanted[dimension] ?? 0;
    if (limit === undefined || more <= 0) continue;
    const used = (account.spent[dimension] ?? 0) + (account.reserved[dimension] ?? 0);
    if (used + more > limit) return { account: account.id, dimension, limit, used, wanted: more };
  }
  return null;
}

/** The sum of two amounts. */
export function add(a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts {
  const sum: { [dimension in Dimension]?: number } = { ...a };
  for (const dimension of DIMENSIONS) {
    const more = b[dimension];
    if (more !== undefined) sum[dimension] = (sum[dimension] ?? 0) + sign * more;
  }
  return sum;
}
