import { registerActions } from '@countersign/gateway';
import { expect, test } from 'vitest';
import { cardsOf, type Gone } from './cards.ts';
import { actionOf, descriptorsOf } from './descriptors.ts';

const STRING = { type: 'string' };
const tool = (name: string, properties: object) => ({
  name,
  description: name,
  input_schema: { type: 'object', properties, required: [] } as never,
});
const actions = registerActions(
  descriptorsOf({
    suite: 'slack',
    tools: [
      tool('get_webpage', { url: STRING }),
      tool('add_user_to_channel', { user: STRING, channel: STRING }),
      tool('send_direct_message', { recipient: STRING, body: STRING }),
    ],
    environment_benign: {},
    injection_tasks: [],
  }),
);

const PROMPT = 'Read what www.one.com and www.two.com say, and welcome Dora.';
const cards = (...gone: readonly Gone[]) =>
  cardsOf(gone, PROMPT, (name) => actions.get(actionOf('slack', name)));
const page = (url: string, result: string): Gone => ({
  call: { function: 'get_webpage', args: { url } },
  held: true,
  result,
});
const add = (user: string, channel: string): Gone => ({
  call: { function: 'add_user_to_channel', args: { user, channel } },
  held: true,
  result: null,
});
const tell = (recipient: string, body: string, held = true): Gone => ({
  call: { function: 'send_direct_message', args: { recipient, body } },
  held,
  result: null,
});

test('held calls that need nothing of each other are asked about together', () => {
  expect(cards()).toBe(0);
  expect(cards(page('www.one.com', 'a'), page('www.two.com', 'b'))).toBe(1);
  expect(cards(add('Dora', 'x'), tell('Bob', 'Hi'), add('Dora', 'y'))).toBe(1);
});

test('text after a held look-up is written from what it gave, also where that call itself is allowed', () => {
  expect(cards(page('www.one.com', 'a'), tell('Dora', 'A summary'))).toBe(2);
  expect(cards(page('www.one.com', 'a'), tell('Dora', 'A summary', false), add('Dora', 'x'))).toBe(
    2,
  );
  expect(cards(page('www.one.com', 'a'), tell('Dora', 'welcome Dora'))).toBe(1);
});

test('a value that stands nowhere else comes from the held look-up', () => {
  expect(cards(page('www.one.com', 'see www.three.com'), page('www.three.com', 'b'))).toBe(2);
  expect(cards(page('www.one.com', 'nothing'), add('Eve', 'x'))).toBe(2);
});

test('an effect is waited for only where its result holds the value', () => {
  const made = { ...add('Dora', 'general'), result: { id: 'm-17' } };
  expect(cards(made, add('m-17', 'general'))).toBe(2);
  expect(cards(made, add('Eve', 'general'))).toBe(1);
});
