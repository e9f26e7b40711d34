import type { ActionDescriptor, Choice, JsonObject, ResultLabel } from '@countersign/contract';
import { label } from '@countersign/contract';
import { registerActions } from '../actions.ts';
import type { EarlierResult } from '../earlier-result.ts';
import { decide } from '../judge.ts';
import type { Situation } from '../situation.ts';
import { actionOf, sample, TAINTED, type Told } from './sample.ts';

const short = { type: 'string', maxLength: 200 };
const PROVIDED: ResultLabel = {
  integrity: 'system',
  readers: 'public',
  because: 'The calendar counts its events.',
};

/** A calendar's search: its numbers are the calendar's own, all else is typed by whoever invites. */
export const SEARCH = actionOf(
  'read',
  { '/query': 'sel' },
  {
    id: 'events.search',
    output: {
      type: 'object',
      properties: {
        events: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: ['string', 'number'], maxLength: 40 },
              title: { type: 'string', maxLength: 4_000 },
              start: short,
              end: short,
              size: { type: 'number' },
              people: { type: 'array', items: short },
            },
          },
        },
      },
    },
    results: { '/events/*/id': PROVIDED },
    records: {
      kind: 'event',
      at: '/events/*',
      label: '/title',
      fields: {
        '/id': 'id',
        '/start': 'date',
        '/end': 'date',
        '/size': 'number',
        '/people/*': 'address',
      },
    },
  },
);

/** Moves an event. */
export const MOVE = actionOf(
  'write',
  { '/event': 'sel', '/start': 'val', '/end': 'val' },
  { id: 'events.move', refers: { '/event': 'event' } },
);

/** Events as the search gives them. */
export const events = (...list: readonly JsonObject[]): JsonObject => ({ events: [...list] });

/** What the search gave earlier in the run. */
export function searched(
  value: JsonObject,
  choice: Choice = 'clean',
  args: JsonObject = { query: 'offsite' },
): EarlierResult {
  return {
    ...{ action: SEARCH.id, connection: null, args, choice, value },
    labels: {
      label: label('untrusted', ['user:usr_ann'], ['run_1.0']),
      fields: { '/events/*/id': label('system', 'public', ['run_1.0']) },
      stored: {},
    },
  };
}

/** The decision on a call that a model wrote after reading strangers, with what the run has given before. */
export function decideWith(
  action: ActionDescriptor,
  args: JsonObject,
  situation: Partial<Situation>,
  told: Told = {},
) {
  const made = sample(action, { args, context: TAINTED, ...told });
  const actions = new Map([...made.situation.actions, ...registerActions([SEARCH])]);
  return decide(made.call, { ...made.situation, actions, ...situation });
}
