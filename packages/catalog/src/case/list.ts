import type { ActionDescriptor } from '@countersign/contract';
import { list, object, whole } from '../schema.ts';
import { caseBounds, caseLabels, caseRecords, caseSummary } from './words.ts';

/** The newest cases. */
export const caseList: ActionDescriptor = {
  id: 'case.list',
  title: 'List cases',
  description: 'Lists cases, newest first, without their descriptions.',
  effect: 'read',
  repeat: 'safe',
  input: object({ limit: whole(1, 50, 'How many cases to give.', { default: 20 }) }, []),
  output: object({ cases: list(caseSummary, 50) }, ['cases']),
  sinks: { '/limit': 'val' },
  results: caseLabels('/cases/*'),
  records: caseRecords('/cases/*'),
  bounds: { ...caseBounds, maxInputBytes: 1_000, maxOutputBytes: 400_000 },
  connection: null,
  sentence: 'List the newest cases',
};
