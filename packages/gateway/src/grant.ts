import type { Grant, Granted, Redeem } from '@countersign/contract';

/** Makes and redeems grants. Only what it made itself is worth anything to it. */
export interface GrantRegistry {
  /** A grant for one call, good until `expiresAt` (milliseconds since 1970). The call must have been allowed. */
  issue(granted: Granted, expiresAt: number): Grant;
  /** Takes a grant in, once. */
  readonly redeem: Redeem;
  /** Makes all grants of a run void that were not redeemed yet; gives their number. */
  revokeRun(run: string): number;
}

type State = 'open' | 'used' | 'revoked';

interface Entry {
  readonly granted: Granted;
  readonly expiresAt: number;
  state: State;
}

/** A registry of its own: grants of another one, copies and look-alikes are void here. */
export function createGrantRegistry(now: () => number): GrantRegistry {
  const entries = new WeakMap<Grant, Entry>();
  const openByRun = new Map<string, Set<Entry>>();

  function close(entry: Entry, state: Exclude<State, 'open'>): void {
    entry.state = state;
    const { run } = entry.granted.call.actor;
    const open = openByRun.get(run);
    open?.delete(entry);
    if (open?.size === 0) openByRun.delete(run);
  }

  return {
    issue(granted, expiresAt) {
      const grant: Grant = Object.freeze({ kind: 'grant', call: granted.callHash });
      const entry: Entry = { granted: deepFreeze(granted), expiresAt, state: 'open' };
      entries.set(grant, entry);
      const { run } = granted.call.actor;
      const open = openByRun.get(run) ?? new Set();
      openByRun.set(run, open.add(entry));
      return grant;
    },
    redeem(grant) {
      const entry = entries.get(grant);
      if (!entry) return { kind: 'void', reason: 'The grant was not issued here.' };
      if (entry.state === 'used') return { kind: 'void', reason: 'The grant was used before.' };
      if (entry.state === 'revoked') return { kind: 'void', reason: 'The grant was revoked.' };
      close(entry, 'used');
      if (now() >= entry.expiresAt) return { kind: 'void', reason: 'The grant has expired.' };
      return { kind: 'redeemed', granted: entry.granted };
    },
    revokeRun(run) {
      const open = [...(openByRun.get(run) ?? [])];
      for (const entry of open) close(entry, 'revoked');
      return open.length;
    },
  };
}

/** What was decided is what is performed: nobody changes the call between the two. */
function deepFreeze<T>(value: T): T {
  // What is no object counts as frozen.
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value as object)) deepFreeze(part);
  return value;
}
