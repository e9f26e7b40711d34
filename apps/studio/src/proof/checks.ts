import type { FindingCode, ProofReport } from '@countersign/record/verify';

/** One thing a proof says, and whether it holds. */
export interface Check {
  readonly title: string;
  /** What was looked at, and what follows from it. */
  readonly holds: string;
  /** What it would mean if it did not. */
  readonly otherwise: string;
  readonly codes: readonly FindingCode[];
}

/** What a proof is checked for, in the order a person would ask. Every finding a proof can have belongs to one. */
export const CHECKS: readonly Check[] = [
  {
    title: 'The entries are as they were written',
    holds: 'Each entry’s content gives the salted hash in its leaf, and each leaf its own hash.',
    otherwise: 'Somebody edited an entry after it was recorded.',
    codes: [
      'PROOF_UNREADABLE',
      'PROOF_EMPTY',
      'LEAF_UNREADABLE',
      'LEAF_CHANGED',
      'PAYLOAD_CHANGED',
      'PAYLOAD_MISSING',
      'PAYLOAD_SURPLUS',
      'ERASURE_CHANGED',
    ],
  },
  {
    title: 'They are part of the log',
    holds: 'Each leaf leads by its path of hashes to the one root of the whole log.',
    otherwise: 'An entry was put in, taken from another run or log, or the log was rewritten.',
    codes: [
      'INCLUSION_WRONG',
      'ENTRY_SURPLUS',
      'ENTRY_MISSING',
      'LEAF_FOREIGN',
      'PROOF_FOREIGN',
      'RUN_CHANGED',
    ],
  },
  {
    title: 'The log is signed',
    holds:
      'The root and size are signed with the workspace’s key, which the server itself does not hold.',
    otherwise: 'The log’s head was made by somebody else, or its key was exchanged.',
    codes: ['CHECKPOINT_UNSIGNED', 'KEY_UNREADABLE', 'KEY_OTHER'],
  },
  {
    title: 'Every effect was meant before it happened',
    holds:
      'For each call the intent stands in the log before the outcome, and nothing happened twice unasked.',
    otherwise:
      'Something was done first and written down after, or was repeated without a person saying so.',
    codes: [
      'OUTCOME_WITHOUT_INTENT',
      'OUTCOME_BEFORE_INTENT',
      'OUTCOME_REPEATED',
      'INTENT_REPEATED',
      'INTENT_AFTER_DONE',
      'INTENT_UNASKED',
    ],
  },
];

/** A check with what was found against it. */
export interface Checked extends Check {
  readonly findings: ProofReport['findings'];
}

/** The checks of a report. What belongs to none of them counts against the first, so that no finding is lost. */
export function checked(report: Pick<ProofReport, 'findings'>): readonly Checked[] {
  const known = new Set<string>(CHECKS.flatMap(({ codes }) => codes));
  return CHECKS.map((check, place) => ({
    ...check,
    findings: report.findings.filter(
      ({ code }) => check.codes.includes(code) || (place === 0 && !known.has(code)),
    ),
  }));
}
