import type { AgentMode, Effect, LeafReason, Missing } from '@countersign/contract';
import type { EndorsingSituation } from './endorse.ts';

/** The mode that an agent acts in: record-only counts where nothing is real, and is balanced everywhere else. */
export function modeIn(mode: AgentMode | undefined, sandbox: boolean): AgentMode {
  return mode === undefined || (mode === 'record-only' && !sandbox) ? 'balanced' : mode;
}

/** Whether a strict agent's call is judged strictly: it does something, and strangers may have had a hand in it. */
export function isStrict(mode: AgentMode, effect: Effect, tainted: boolean): boolean {
  return mode === 'strict' && effect !== 'read' && tainted;
}

/** A situation in which people and the operator alone vouch for values: rules E1 to E4, and D1, do not count. */
export function peopleOnly<Vouched extends EndorsingSituation>(situation: Vouched): Vouched {
  return { ...situation, material: [], earlier: [], intent: null, extracting: false, links: [] };
}

/** What a strict call misses where nothing else is missing: the word of a person, for any of its values. */
export function strictlyMissing(
  missing: readonly Missing[],
  leaves: readonly LeafReason[],
): readonly Missing[] {
  const byPeople = leaves.some(
    ({ endorsedBy }) => endorsedBy === 'person' || endorsedBy === 'standing',
  );
  return missing.length > 0 || byPeople ? [] : [STRICT];
}

const STRICT: Missing = {
  pointer: '',
  value: null,
  sink: null,
  because: 'unendorsed',
  origin: [],
};

/**
 * Whether a record-only agent may do what would be held: never what cannot be undone, decides about rights or
 * changes the platform. Arguments of no declared class count as rights.
 */
export function isWaivable(
  mode: AgentMode,
  effect: Effect,
  leaves: readonly LeafReason[],
): boolean {
  const steers = leaves.some(({ sink }) => sink === 'auth' || sink === 'ctl');
  return mode === 'record-only' && effect !== 'destroy' && !steers;
}
