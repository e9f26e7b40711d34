import type { CaseComment, CaseRecord } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { assertFits, assertStorable, jsonOf } from '../config/storable.ts';

/** What a case starts with. */
export type CaseDraft = Pick<
  CaseRecord,
  'title' | 'description' | 'priority' | 'severity' | 'createdBy' | 'label'
>;
/** What a comment is written with; `case` is an id or a number. */
export type CommentDraft = Omit<CaseComment, 'id' | 'at'>;

/** Most comments of a case, and so the most that one read gives. */
const MAX_COMMENTS = 2000;

const LEVELS: readonly string[] = ['low', 'medium', 'high', 'critical'];
const MAX_TITLE_BYTES = 1000;
const MAX_TEXT_BYTES = 64 * 1024;

/** Refuses a case that could not be shown. @throws faults `RECORD_CASE_INVALID`, `RECORD_LIMIT_EXCEEDED`, `RECORD_VALUE_UNSTORABLE`. */
export function assertCase(draft: CaseDraft): void {
  if (draft.title.trim() === '') {
    throw storeFault('RECORD_CASE_INVALID', { message: 'A case needs a title; give it one.' });
  }
  for (const field of ['priority', 'severity'] as const) {
    if (LEVELS.includes(draft[field])) continue;
    throw storeFault('RECORD_CASE_INVALID', {
      message: `The ${field} must be one of ${LEVELS.join(', ')}.`,
    });
  }
  assertFits(draft.title, MAX_TITLE_BYTES, 'The title');
  assertFits(draft.description, MAX_TEXT_BYTES, 'The description');
  assertStorable(jsonOf(draft), 'The case');
}

/** Refuses a comment that could not be shown. @throws faults as {@link assertCase}. */
export function assertComment(comment: CommentDraft): void {
  if (comment.text.trim() === '') {
    throw storeFault('RECORD_CASE_INVALID', { message: 'A comment needs a text; write one.' });
  }
  assertFits(comment.text, MAX_TEXT_BYTES, 'The comment');
  assertStorable(jsonOf(comment), 'The comment');
}

/** Refuses one comment more than {@link MAX_COMMENTS}. @throws fault `RECORD_LIMIT_EXCEEDED`. */
export function assertRoom(comments: number): void {
  if (comments < MAX_COMMENTS) return;
  throw storeFault('RECORD_LIMIT_EXCEEDED', {
    message: `The case has ${MAX_COMMENTS} comments, which is the most; open another case.`,
    details: { maxComments: MAX_COMMENTS },
  });
}

/** The number a text names, or null where it must be an id. */
export function numberOf(idOrNumber: string): number | null {
  return /^[1-9][0-9]{0,8}$/.test(idOrNumber) ? Number(idOrNumber) : null;
}
