import type { Sha256 } from '@countersign/contract';
import type { Invited, Withdrawn } from './port.ts';

/** Who may make an account: the first owner once, and whoever holds an invitation. Memory and Postgres behave alike. */
export interface Admissions {
  /** Runs works one after the other, in all processes of one database. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the first owner has been let in. */
  isClaimed(): Promise<boolean>;
  /** Says that the first owner is in; there is no way back. */
  claim(person: string): Promise<void>;
  /** Keeps an invitation under the digest of its token. */
  keep(token: Sha256, invited: Invited, expiresAt: number): Promise<void>;
  /** Uses an invitation up: null where it is unknown, used, expired, or for another e-mail address. Only one of many at once gets it. */
  take(token: Sha256, email: string, now: number): Promise<Invited | null>;
  /** Makes a used one good again: what it was used for failed. */
  giveBack(token: Sha256): Promise<void>;
  /** Uses up all of a workspace that wait for an address, or that a person sent. */
  withdraw(of: Withdrawn): Promise<void>;
}

/** Runs works one after the other in this process; one that fails stops no other. */
export function inTurn(): Admissions['alone'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Admissions in memory, for tests and single processes without a database. */
export function memoryAdmissions(): Admissions {
  const kept = new Map<Sha256, { invited: Invited; expiresAt: number; used: boolean }>();
  let owner: string | null = null;
  return {
    alone: inTurn(),
    isClaimed: () => Promise.resolve(owner !== null),
    claim(person) {
      owner ??= person;
      return Promise.resolve();
    },
    keep(token, invited, expiresAt) {
      kept.set(token, { invited, expiresAt, used: false });
      return Promise.resolve();
    },
    take(token, email, now) {
      const one = kept.get(token);
      const fits =
        one !== undefined && !one.used && now < one.expiresAt && one.invited.email === email;
      if (fits) one.used = true;
      return Promise.resolve(fits ? one.invited : null);
    },
    giveBack(token) {
      const one = kept.get(token);
      if (one !== undefined) one.used = false;
      return Promise.resolve();
    },
    withdraw({ workspace, email, by }) {
      for (const one of kept.values())
        if (one.invited.workspace === workspace)
          one.used ||= one.invited.email === email.toLowerCase() || one.invited.by === by;
      return Promise.resolve();
    },
  };
}
