import type { ActionDescriptor } from '@countersign/contract';
import { line, object, text } from '../schema.ts';
import { caseBounds, caseLabels, caseRecord, caseRecords, priority } from './words.ts';

/**
 * Opens a case for people to look at. All its arguments are `content`: priority and severity are
 * words for the people who read the case, and start nothing.
 */
export const caseCreate: ActionDescriptor = {
  id: 'case.create',
  title: 'Open a case',
  description:
    'Opens a case for people to look at. Say in the description what was found and where.',
  effect: 'write',
  repeat: 'keyed',
  input: object(
    {
      title: line(200, 'What the case is about, in one line.'),
      description: text(50_000, 'What was found, and where.', { default: '' }),
      priority: priority('How soon people should look.', { default: 'medium' }),
      severity: priority('How bad it would be.', { default: 'medium' }),
    },
    ['title'],
  ),
  output: object({ case: caseRecord }, ['case']),
  sinks: {
    '/title': 'content',
    '/description': 'content',
    '/priority': 'content',
    '/severity': 'content',
  },
  results: caseLabels('/case'),
  records: caseRecords('/case'),
  bounds: caseBounds,
  connection: null,
  sentence: 'Open the case {/title}',
};
