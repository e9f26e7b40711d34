import type { IntentSlot } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { NOW, startOf } from '../gallery/fixtures/people.ts';
import { Script } from '../gallery/fixtures/script.ts';
import { why } from '../gallery/fixtures/triage.ts';
import { agreedList } from './agreed-words.ts';
import { foldAll } from './fold.ts';
import { emptyView } from './run-view.ts';

const RUN = 'run_test';
const titleOf = (action: string) =>
  ({ 'mail.send': 'Send a mail', 'mail.list': 'List mail' })[action] ?? action;
const OPEN = { kind: 'open' } as const;

const start = () => {
  const { agent, ...rest } = startOf(RUN, null);
  const facts = { 'mail.read': 'read', 'mail.list': 'read', 'mail.send': 'send' } as const;
  const tools = agent.tools.map((tool) => ({
    ...tool,
    facts: { effect: facts[tool.action as keyof typeof facts] ?? 'write', sinks: {} },
  }));
  return { ...rest, agent: { ...agent, tools } };
};
const planned = (...slots: IntentSlot[]) =>
  new Script(start(), NOW).started('Go').planned({ kind: 'intent.committed', slots });
const listOf = (story: Script) => agreedList(foldAll(emptyView(RUN), story.entries), titleOf);
const send = (terms: IntentSlot['arguments'], atMost = 1): IntentSlot => ({
  ...{ action: 'mail.send', atMost, arguments: terms },
});

describe('what was agreed', () => {
  it('is a line for each slot that does something, and a list of what only looks', () => {
    const list = listOf(
      planned(
        send({
          '/to/*': { kind: 'one-of', values: [{ kind: 'constant', value: 'bob@x.example' }] },
          '/text': OPEN,
        }),
        { action: 'mail.list', atMost: 1000, arguments: { '/limit': OPEN } },
      ),
    );
    expect(list).toEqual({
      lines: [
        {
          ...{ action: 'mail.send', times: 'once', used: 0 },
          arguments: [
            { name: 'to', words: 'exactly', values: ['bob@x.example'] },
            { name: 'text', words: 'not settled; you may be asked', values: [] },
          ],
        },
      ],
      added: [],
      looking: ['mail.list'],
    });
  });

  it('never calls looking what can do more, however often it may be done', () => {
    const list = listOf(planned(send({ '/to': OPEN }, 1000)));
    expect(list?.looking).toEqual([]);
    expect(list?.lines[0]?.times).toBe('up to 1000 times');
  });

  it('says in words how a value is found', () => {
    const list = listOf(
      planned(
        send({
          '/to/*': {
            kind: 'one-of',
            values: [
              {
                ...{ kind: 'pick', take: 'only', field: '/id' },
                records: {
                  of: { action: 'mail.list', given: { '/limit': 5 } },
                  where: [{ field: '/subject', is: 'starting-with', value: 'Bill' }],
                },
              },
            ],
          },
          '/amount': { kind: 'bound', min: 1, max: 20 },
          '/text': { kind: 'summary', of: [{ action: 'mail.list' }] },
        }),
      ),
    );
    expect(list?.lines[0]?.arguments.map(({ words }) => words)).toEqual([
      'id of the only record in “List mail” with “5” where subject starts with “Bill”',
      'a number from 1 to 20',
      'text made from “List mail” alone',
    ]);
  });

  it('counts the calls that took a place of it', () => {
    const story = planned(send({ '/to': OPEN }, 3))
      .says('', [
        ['mail_send', { to: ['a'] }],
        ['mail_send', { to: ['b'] }],
      ])
      .intent(0, 'send', why('send'), {}, 0)
      .intent(1, 'send', why('send'));
    expect(listOf(story)?.lines[0]?.used).toBe(1);
  });

  it('is nothing where the agent does not plan, or its plan came to nothing', () => {
    const none = new Script(start(), NOW).started('Go');
    expect(listOf(none)).toBeNull();
    const failed = none.planned({ kind: 'intent.missing', reason: 'It was no JSON.' });
    expect(listOf(failed)).toBeNull();
    const { agreement } = foldAll(emptyView(RUN), failed.entries);
    expect(agreement).toMatchObject({ kind: 'none', reason: 'It was no JSON.' });
  });
});

describe('a plan in a run’s steps', () => {
  it('is a step of its own before the first turn, and its words are no turn', () => {
    const story = planned(send({ '/to': OPEN })).says('Hello');
    const view = foldAll(emptyView(RUN), story.entries);
    expect(view.turns).toBe(1);
    expect(view.steps).toMatchObject([
      { kind: 'model', id: `${RUN}.0`, isPlan: true, turn: 0, state: 'done' },
      { kind: 'model', id: `${RUN}.1`, isPlan: false, turn: 1 },
    ]);
  });
});
