/** What can be wrong with a log, in a sentence each. Codes are stable: scripts may rely on them. */
export const FINDINGS = {
  ENTRY_MISSING: 'An entry is missing here, or the entries stand in another order.',
  ENTRY_SURPLUS: 'An entry stands where the log has none: it was put in without being recorded.',
  LEAF_UNREADABLE: 'The leaf is not what we write: it was edited.',
  LEAF_CHANGED: 'The leaf does not have the hash that was stored with it: one of them was edited.',
  LEAF_FOREIGN: 'The leaf belongs to another workspace.',
  ERASURE_CHANGED:
    'The entry is marked as erased although it has its content, or the other way round.',
  RUN_CHANGED: 'The entry was filed under a run that its leaf does not name.',
  PAYLOAD_CHANGED: 'The payload or its salt is not what was recorded: it was edited.',
  PAYLOAD_MISSING: 'The payload is gone, and no entry says that it was erased.',
  PAYLOAD_SURPLUS: 'A payload stands where none was recorded.',
  NODE_CHANGED: 'A stored hash of the tree is not the one that the entries give.',
  NODE_MISSING: 'A stored hash of the tree is missing.',
  NODE_SURPLUS: 'A hash of the tree is stored that the entries do not have.',
  HEAD_CHANGED: 'The stored head of the log is not the one that the entries give.',
  CHECKPOINT_UNSIGNED: 'The checkpoint is not signed by the key of this log.',
  CHECKPOINT_CHANGED: 'The checkpoint is stored with another size or root than it was signed with.',
  CHECKPOINT_AHEAD: 'A larger log than this one was signed: entries were cut off at the end.',
  ROOT_CHANGED: 'The entries do not give the root that was signed: the log was rewritten.',
  WITNESS_REFUSED: 'The witness does not take this log for an extension of what it signed before.',
  RUN_AHEAD: 'A run knows of a later entry than the log has: entries were cut off at the end.',
  INCLUSION_WRONG: 'The entry is not part of the signed log.',
  PROOF_EMPTY: 'The proof has no entries.',
  PROOF_FOREIGN: 'The proof has an entry of another run.',
  PROOF_UNREADABLE: 'The proof is not in the form that this program knows.',
  KEY_UNREADABLE: 'The key is not a verifier key of an Ed25519 signer.',
  KEY_OTHER: 'The proof or export names another key than the one that is trusted.',
  FILE_MISSING: 'A file of the export is missing.',
  FILE_UNREADABLE: 'A file of the export is not in the form that this program knows.',
  OUTCOME_WITHOUT_INTENT: 'A call has an outcome, but no intent was recorded before it.',
  OUTCOME_BEFORE_INTENT: 'A call has its outcome before its intent.',
  OUTCOME_REPEATED: 'A call has two outcomes of one intent.',
  INTENT_REPEATED: 'A call was meant twice before its outcome was known.',
  INTENT_AFTER_DONE: 'A call was meant again after it was done.',
  INTENT_UNASKED:
    'A call that may happen only once was repeated, after its answer was lost, without a person saying so.',
} as const;

export type FindingCode = keyof typeof FINDINGS;

/** One thing that is wrong. */
export interface Finding {
  readonly code: FindingCode;
  readonly says: string;
  /** Index of the entry, where it is about one. */
  readonly index: number | null;
  /** A call, run, path or size that it is about. */
  readonly about: string | null;
}

/** Findings that are kept; a log that was rewritten has one for each entry. */
const MOST = 1_000;

/** Collects findings. */
export interface Findings {
  add(code: FindingCode, index?: number | null, about?: string | null): void;
  readonly list: readonly Finding[];
}

/** An empty collection. */
export function createFindings(): Findings {
  const list: Finding[] = [];
  return {
    list,
    add: (code, index = null, about = null) => {
      if (list.length < MOST) list.push({ code, says: FINDINGS[code], index, about });
    },
  };
}
