import { stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { brokerClient } from '@countersign/executor/egress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asked,
  NEVER,
  type OpenBroker,
  openBroker,
  TOKEN,
  WORKSPACE,
} from '../testing/open-broker.ts';

let broker: OpenBroker;
beforeAll(async () => {
  broker = await openBroker();
});
afterAll(() => broker.close());

/** One request as anybody on the machine could make it. */
function knock(
  path: string,
  token: string | null,
  body: Buffer | string = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = token === null ? {} : { authorization: token };
    const outgoing = request(
      { socketPath: broker.socket, path, method: 'POST', headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test('the socket is its owner’s alone', async () => {
  expect((await stat(broker.socket)).mode & 0o777).toBe(0o600);
});

test.each([
  null,
  '',
  'Bearer ',
  `Bearer ${TOKEN}x`,
  `Bearer ${TOKEN.slice(1)}`,
  TOKEN,
  `bearer ${TOKEN}`,
])('nobody gets in with %j, on any route', async (token) => {
  for (const route of [
    '/egress',
    '/smtp',
    '/seal',
    '/sign',
    '/verifier-key',
    '/last-size',
    '/health',
    '/x',
  ])
    expect(await knock(route, token)).toMatchObject({ status: 401 });
});

test.each([
  ['/nothing', '', 404],
  ['/egress', '', 400],
  ['/egress', Buffer.from([0xff, 0xff, 0xff, 0xff, 1]), 400],
  ['/egress', Buffer.from([0, 0, 0, 2, 0x7b, 0x7d]), 400],
  ['/seal', 'not json', 400],
  ['/seal', '{"value":"canary"}', 400],
  ['/sign', '{"workspace":"../../x","head":{},"proof":{}}', 400],
  ['/last-size', '{"workspace":"../../etc/passwd"}', 400],
])('%s with %j is a clear refusal', async (route, body, status) => {
  const answer = await knock(route, `Bearer ${TOKEN}`, body);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ code: expect.any(String) as string });
  expect(answer.text).not.toContain('canary');
});

test('a broker that is not there is unreachable: nothing was sent', async () => {
  const client = brokerClient({ socket: join(broker.folder, 'nobody'), token: TOKEN });
  await expect(client.broker.fetch(asked('x'), NEVER)).rejects.toMatchObject({
    code: 'BROKER_UNREACHABLE',
    spec: { retry: 'safe' },
  });
  await expect(client.health()).rejects.toMatchObject({ code: 'BROKER_UNREACHABLE' });
  await client.close();
});

test('a broker that dies with a request in its hands leaves it unknown', async () => {
  const socket = join(broker.folder, 'dying');
  const dying = createServer((connection) => connection.once('data', () => connection.destroy()));
  await new Promise<void>((resolve) => dying.listen(socket, resolve));
  const client = brokerClient({ socket, token: TOKEN });
  await expect(client.broker.fetch(asked('x'), NEVER)).rejects.toMatchObject({
    code: 'BROKER_LOST',
  });
  await client.close();
  dying.close();
});

test('a second broker on the same socket refuses to start, and the first goes on', async () => {
  await expect(openBroker({ folder: broker.folder })).rejects.toMatchObject({
    code: 'BROKER_SOCKET_TAKEN',
  });
  await broker.client.health();
});

test('a socket left by a dead broker is taken over', async () => {
  const second = await openBroker();
  await second.running.close(0);
  await writeFile(second.socket, '');
  const third = await openBroker({ folder: second.folder });
  await third.client.health();
  await third.close();
});

test('closing lets what runs end, and cuts it off when its time is over', async () => {
  const second = await openBroker();
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  second.store.putConnection(WORKSPACE, 'silent', {
    kind: 'http',
    baseUrl: `http://127.0.0.1:${port}`,
    paths: ['/'],
    methods: ['GET'],
    auth: { kind: 'none' },
    allowPrivate: true,
    cleared: false,
  });
  const arrived = new Promise<void>((resolve) => silent.once('connection', () => resolve()));
  const pending = second.client.broker.fetch(asked('silent'), NEVER);
  await arrived;
  const cut = expect(pending).rejects.toMatchObject({ code: 'BROKER_LOST' });
  const began = performance.now();
  await second.running.close(50);
  await cut;
  expect(performance.now() - began).toBeLessThan(1000);
  silent.close();
});
