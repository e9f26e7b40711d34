import type { ConnectionConfig } from '@countersign/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asked,
  NEVER,
  type OpenBroker,
  openBroker,
  openUpstream,
  textOf,
  type Upstream,
  WORKSPACE,
} from '../testing/open-broker.ts';
import { httpPlaceOf } from './http-place.ts';

let broker: OpenBroker;
let upstream: Upstream;
beforeAll(async () => {
  broker = await openBroker();
  upstream = await openUpstream();
});
afterAll(async () => {
  await upstream.close();
  await broker.close();
});

type Model = Extract<ConnectionConfig, { kind: 'model' }>;
const model = (provider: Model['provider'], rest: Partial<Model> = {}): Model => ({
  kind: 'model',
  provider,
  secret: 'provider',
  allowPrivate: false,
  ...rest,
});

test.each([
  ['openai', 'authorization', 'Bearer sk-real-1234'],
  ['openai-compatible', 'authorization', 'Bearer sk-real-1234'],
  ['anthropic', 'x-api-key', 'sk-real-1234'],
  ['google', 'x-goog-api-key', 'sk-real-1234'],
] as const)(
  'a %s key goes in %s, whatever the library put there',
  async (provider, header, value) => {
    const config = model(provider, { baseUrl: `${upstream.url}/v1`, allowPrivate: true });
    broker.store.putConnection(WORKSPACE, provider, config);
    await broker.keep(provider, 'sk-real-1234');
    const request = asked(provider, {
      method: 'POST',
      url: `${upstream.url}/v1/chat`,
      headers: { [header]: 'placeholder', 'content-type': 'application/json', host: 'elsewhere' },
      body: Buffer.from('{}'),
    });
    await textOf(await broker.client.broker.fetch(request, NEVER));
    expect(upstream.requests.at(-1)?.headers).toMatchObject({
      [header]: value,
      'content-type': 'application/json',
    });
  },
);

test.each([
  ['openai', 'https://api.openai.com/v1'],
  ['anthropic', 'https://api.anthropic.com/v1'],
  ['google', 'https://generativelanguage.googleapis.com/v1beta'],
] as const)('%s is at its own address where no other is named', (provider, home) => {
  const place = httpPlaceOf(model(provider));
  const { protocol, host, pathname } = new URL(home);
  expect(place).toMatchObject({ binding: { protocol, host, port: 443, basePath: pathname } });
});

test.each([
  ['without a base URL', model('openai-compatible'), 'CONNECTION_UNFIT'],
  ['that is played', model('scripted'), 'CONNECTION_KIND'],
  ['that is gullible', model('gullible'), 'CONNECTION_KIND'],
  [
    'at what is no address',
    model('openai', { baseUrl: 'https://u@api.example/' }),
    'CONNECTION_UNFIT',
  ],
])('a model %s has no place', (_what, config, reason) => {
  expect(httpPlaceOf(config)).toMatchObject({ kind: 'refused', reason });
});

test('a model’s key goes to no private address unless an operator said so', async () => {
  broker.store.putConnection(
    WORKSPACE,
    'local',
    model('openai-compatible', { baseUrl: upstream.url }),
  );
  await broker.keep('local', 'sk-real-1234');
  await expect(broker.client.broker.fetch(asked('local'), NEVER)).rejects.toMatchObject({
    details: { reason: 'ADDRESS' },
  });
});
