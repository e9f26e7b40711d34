import {
  type ActionDescriptor,
  MOST_ABOUT,
  MOST_ABOUT_CHARACTERS,
  MOST_DELEGATIONS,
} from '@countersign/contract';
import { OUTSIDE } from '../result-label.ts';
import { list, object, text, whole } from '../schema.ts';

/**
 * Has a part of the work done by a run of its own. It looks, as far as this call goes: whatever that run does is decided
 * call by call, with no more rights than the one that delegated. So its arguments decide nothing but how small the child
 * is, and the words in them have in the child the label they had here.
 */
export const agentDelegate: ActionDescriptor = {
  id: 'agent.delegate',
  title: 'Delegate',
  description:
    'Has a task done by a sub-agent that starts with a clean context: it knows only the task and what it is about. ' +
    'Use one for each document or message that strangers wrote, so that you need not read it yourself. ' +
    '`about` names held results that the sub-agent reads. `tools` names those of your tools that it may use; without it, it has none, and a sub-agent of another id has its own. ' +
    '`limits` bounds it within what you have left. Several in one turn work at the same time. Its answer is one text.',
  effect: 'read',
  repeat: 'keyed',
  input: object(
    {
      task: text(4_000, 'What to do, whole: nothing else of your conversation is known.', {
        minLength: 1,
      }),
      about: list(
        text(MOST_ABOUT_CHARACTERS),
        MOST_ABOUT,
        'Names of held results, such as $mail_read_3, or places in them.',
      ),
      tools: list(text(100, undefined, { minLength: 1 }), 64, 'Names of your tools.'),
      agent: text(60, 'Id of a sub-agent from the list; yourself where you do not say.', {
        minLength: 1,
      }),
      limits: object(
        {
          steps: whole(0, 1_000, 'Turns it may take.'),
          calls: whole(0, 1_000, 'Calls of tools.'),
          tokens: whole(0, 10_000_000, 'Tokens.'),
          questions: whole(0, 100, 'Questions that it may put to people.'),
        },
        [],
      ),
    },
    ['task'],
  ),
  output: object({ answer: text(200_000) }, ['answer']),
  sinks: {
    '/task': 'content',
    '/about': 'content',
    '/tools': 'val',
    '/agent': 'sel',
    '/limits': 'val',
  },
  results: { '/answer': OUTSIDE },
  bounds: {
    maxInputBytes: 1_000_000,
    maxOutputBytes: 1_000_000,
    timeoutMs: 1_000,
    maxCallsPerRun: MOST_DELEGATIONS,
  },
  connection: null,
  sentence: 'Have a sub-agent do {/task}',
};
