import type { ActionDescriptor } from '@countersign/contract';
import { list, object, whole } from '../schema.ts';
import {
  caseBounds,
  caseComment,
  caseLabels,
  caseRecord,
  caseRecords,
  caseRef,
  commentLabels,
  refersToCase,
} from './words.ts';

/** One case with its comments. */
export const caseGet: ActionDescriptor = {
  id: 'case.get',
  title: 'Read a case',
  description:
    'Reads one case with its comments, oldest first. Many comments come in parts: ask again with `offset`.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      case: caseRef,
      offset: whole(0, 100_000, 'First comment to give.', { default: 0 }),
      limit: whole(1, 100, 'How many comments to give.', { default: 50 }),
    },
    ['case'],
  ),
  output: object({ case: caseRecord, comments: list(caseComment, 100), total: whole(0, 100_000) }, [
    'case',
    'comments',
    'total',
  ]),
  sinks: { '/case': 'sel', '/offset': 'val', '/limit': 'val' },
  results: { ...caseLabels('/case'), ...commentLabels('/comments/*') },
  records: caseRecords('/case'),
  refers: refersToCase,
  bounds: { ...caseBounds, maxInputBytes: 1_000, maxOutputBytes: 8_000_000 },
  connection: null,
  sentence: 'Read the case {/case}',
};
