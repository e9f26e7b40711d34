import type { ActionDescriptor } from '@countersign/contract';
import { object, text } from '../schema.ts';
import { caseBounds, caseComment, caseRef, commentLabels, refersToCase } from './words.ts';

/** Adds a comment to a case. */
export const caseCommentAction: ActionDescriptor = {
  id: 'case.comment',
  title: 'Comment on a case',
  description: 'Adds a comment to a case.',
  effect: 'write',
  repeat: 'keyed',
  input: object({ case: caseRef, text: text(50_000, 'The comment.', { minLength: 1 }) }, [
    'case',
    'text',
  ]),
  output: object({ comment: caseComment }, ['comment']),
  sinks: { '/case': 'sel', '/text': 'content' },
  results: commentLabels('/comment'),
  refers: refersToCase,
  bounds: caseBounds,
  connection: null,
  sentence: 'Comment on the case {/case}',
};
