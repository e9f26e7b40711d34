import type { ActionDescriptor } from '@countersign/contract';
import { list, object } from '../schema.ts';
import {
  caseBounds,
  caseComment,
  caseLabels,
  caseRecord,
  caseRef,
  commentLabels,
} from './words.ts';

/** One case with its comments. */
export const caseGet: ActionDescriptor = {
  id: 'case.get',
  title: 'Read a case',
  description: 'Reads one case with its comments, oldest first.',
  effect: 'read',
  repeat: 'safe',
  input: object({ case: caseRef }, ['case']),
  output: object({ case: caseRecord, comments: list(caseComment, 1_000) }, ['case', 'comments']),
  sinks: { '/case': 'sel' },
  results: { ...caseLabels('/case'), ...commentLabels('/comments/*') },
  bounds: { ...caseBounds, maxInputBytes: 1_000, maxOutputBytes: 8_000_000 },
  connection: null,
  sentence: 'Read the case {/case}',
};
