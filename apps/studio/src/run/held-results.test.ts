import { type AgentDefinition, label } from '@countersign/contract';
import { expect, it } from 'vitest';
import { NOW, startOf } from '../gallery/fixtures/people.ts';
import { Script } from '../gallery/fixtures/script.ts';
import { why } from '../gallery/fixtures/triage.ts';
import { foldAll } from './fold.ts';
import { heldResults } from './held-results.ts';
import { emptyView } from './run-view.ts';

const RUN = 'run_test';
const THEIRS = label('untrusted', ['user:usr_robin'], ['msg_1#/body']);

function storyOf(
  keeps: Readonly<Record<string, NonNullable<AgentDefinition['tools'][number]['keep']>>>,
  more: Partial<AgentDefinition> = {},
): Script {
  const { agent, ...rest } = startOf(RUN, null);
  const tools = agent.definition.tools.map((tool) => {
    const keep = keeps[tool.action];
    return keep === undefined ? tool : { ...tool, keep };
  });
  const definition = { ...agent.definition, tools, ...more };
  return new Script({ ...rest, agent: { ...agent, definition } }, NOW).started('Go');
}

const heldOf = (story: Script) => heldResults(foldAll(emptyView(RUN), story.entries));

it('an agent that holds nothing has no list', () => {
  expect(heldOf(storyOf({}))).toBeNull();
});

it('a held result stands under the name the model knows, with its size, its label and whether it failed', () => {
  const story = storyOf({ 'mail.read': 'always' }).says('', [
    ['mail_read', { id: 'a' }],
    ['mail_read', { id: 'b' }],
  ]);
  story.intent(0, 'read', why('read')).intent(1, 'read', why('read'));
  story.failed(story.call(1), 'GONE', 'It is gone').done(story.call(0), { body: 'x' }, THEIRS);
  expect(heldOf(story)).toEqual({
    bits: 0,
    bitsAllowed: 16,
    results: [
      expect.objectContaining({ name: '$mail_read_2', isError: true }),
      {
        ...{ name: '$mail_read_1', call: `${RUN}.1`, action: 'mail.read', isError: false },
        ...{ characters: '{"body":"x"}'.length, label: THEIRS },
      },
    ],
  });
});

it('where the model may choose, only what it asked to have held is', () => {
  const story = storyOf({ 'mail.read': 'offered' }).says('', [
    ['mail_read', { id: 'a' }],
    ['mail_read__kept', { id: 'b' }],
  ]);
  for (const nth of [0, 1]) {
    const { start } = story;
    const action = start.agent.tools.find((one) => one.action === 'mail.read')?.action ?? '';
    story.intentOf(story.call(nth), 'mail_read', { action }, 'read', why('read'));
    story.done(story.call(nth), { body: 'x' }, THEIRS);
  }
  expect(heldOf(story)?.results.map(({ name }) => name)).toEqual(['$mail_read_2']);
});

it('bits count once a document is read for them, and not where they were only wished for', () => {
  const fields = { urgent: { kind: 'boolean' }, kind: { kind: 'enum', values: ['a', 'b', 'c'] } };
  const wish = ['text_extract', { from: '$mail_read_1', fields }] as const;
  const story = storyOf({ 'mail.read': 'always' }, { extractionBits: 8 }).says('', [
    [...wish],
    [...wish],
  ]);
  story.intent(0, 'read', why('read'));
  const { bits = 0, bitsAllowed } = heldOf(story) ?? {};
  expect(bits).toBeCloseTo(Math.log2(2 * 3 + 1));
  expect(bitsAllowed).toBe(8);
});
