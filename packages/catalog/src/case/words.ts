import type { ResultRecords } from '@countersign/contract';
import { assigned, SHARED } from '../result-label.ts';
import { object, oneOf, type Schema, text, whole } from '../schema.ts';

export const priority = (description?: string, more: Schema = {}): Schema =>
  oneOf(['low', 'medium', 'high', 'critical'], description, more);

/** A case, by its id or number. */
export const caseRef = text(60, 'The case’s number or id.', {
  pattern: '^([0-9]{1,12}|cas_[0-9a-z]{1,40})$',
});

const summary = {
  id: text(60),
  number: whole(1, 1_000_000_000),
  title: text(1_000),
  status: oneOf(['new', 'in_progress', 'resolved', 'closed']),
  priority: priority(),
  severity: priority(),
  createdAt: text(40),
  createdBy: text(100),
};

/** A case in a list. */
export const caseSummary = object(summary, Object.keys(summary));

export const caseRecord = object({ ...summary, description: text(70_000) }, [
  ...Object.keys(summary),
  'description',
]);

export const caseComment = object(
  { id: text(60), text: text(70_000), by: text(100), at: text(40) },
  ['id', 'text', 'by', 'at'],
);

const MADE = 'The store makes ids and counts numbers.';
const KEPT = 'The store writes who and when; a caller cannot say it.';

/** Labels of a case at `root`. What people and agents wrote keeps the label it was stored with. */
export function caseLabels(root: string) {
  return {
    [root]: SHARED,
    [`${root}/id`]: assigned('workspace', MADE),
    [`${root}/number`]: assigned('workspace', MADE),
    [`${root}/createdAt`]: assigned('workspace', KEPT),
    [`${root}/createdBy`]: assigned('workspace', KEPT),
  };
}

/** Cases at `at`, for later calls to refer to. Their titles and levels are whatever somebody wrote. */
export function caseRecords(at: string): ResultRecords {
  return {
    kind: 'case',
    at,
    label: '/title',
    fields: { '/id': 'id', '/number': 'number', '/createdAt': 'date' },
  };
}

/** The argument `case`. */
export const refersToCase = { '/case': 'case' };

/** Labels of a comment at `root`. */
export function commentLabels(root: string) {
  return {
    [root]: SHARED,
    [`${root}/id`]: assigned('workspace', MADE),
    [`${root}/by`]: assigned('workspace', KEPT),
    [`${root}/at`]: assigned('workspace', KEPT),
  };
}

export const caseBounds = {
  maxInputBytes: 250_000,
  maxOutputBytes: 2_000_000,
  timeoutMs: 30_000,
  maxCallsPerRun: 100,
} as const;
