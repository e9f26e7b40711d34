import { createServer, type Server } from 'node:net';
import type { SmtpRequest } from '@countersign/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NEVER, type OpenBroker, openBroker, WORKSPACE } from '../testing/open-broker.ts';

let broker: OpenBroker;
let mail: Server;
let heard = '';
/** What the mail server does once it has the whole message. */
let atDot: 'accept' | 'reject' | 'hang up' = 'accept';

beforeAll(async () => {
  broker = await openBroker();
  mail = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 hello\r\n');
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      for (const line of chunk.toString().split('\r\n')) {
        if (/^EHLO/.test(line)) socket.write('250-hello\r\n250 AUTH PLAIN\r\n');
        else if (/^AUTH/.test(line)) socket.write('235 welcome\r\n');
        else if (/^(MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n');
        else if (/^DATA/.test(line)) socket.write('354 go on\r\n');
        else if (line === '.' && atDot === 'hang up') socket.destroy();
        else if (line === '.')
          socket.write(atDot === 'accept' ? '250 taken, canary-mail-1\r\n' : '554 spam\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const address = mail.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  broker.store.putConnection(WORKSPACE, 'mail', {
    kind: 'smtp',
    host: '127.0.0.1',
    port,
    tls: 'none',
    from: 'ann@ours.example',
    user: 'ann',
    secret: 'mail',
    allowPrivate: true,
  });
  await broker.keep('mail', 'canary-mail-1');
  broker.store.putConnection(WORKSPACE, 'model', {
    kind: 'model',
    provider: 'openai',
    allowPrivate: false,
  });
});
afterAll(async () => {
  mail.close();
  await broker.close();
});

const message = (rest: Partial<SmtpRequest> = {}): SmtpRequest => ({
  workspace: WORKSPACE,
  connection: 'mail',
  envelope: { from: 'ann@ours.example', to: ['bob@theirs.example'] },
  raw: Buffer.from('Subject: hi\r\n\r\nhello ü\r\n'),
  timeoutMs: 10_000,
  ...rest,
});

test('a message is handed over with the password put in on the way, and the answer is masked', async () => {
  expect(await broker.client.broker.smtp(message(), NEVER)).toEqual({
    kind: 'accepted',
    response: '250 taken, [masked]',
  });
  const plain = Buffer.from('\0ann\0canary-mail-1').toString('base64');
  expect(heard).toContain(`AUTH PLAIN ${plain}`);
  expect(heard).toContain('hello ü');
});

test.each([
  ['reject', { kind: 'rejected', response: '554 spam' }],
  ['hang up', { kind: 'lost', reason: 'The message was sent and no answer came.' }],
] as const)('a server that does %s is told as it is', async (how, result) => {
  atDot = how;
  expect(await broker.client.broker.smtp(message(), NEVER)).toEqual(result);
  atDot = 'accept';
});

test.each([
  ['another sender', { envelope: { from: 'eve@ours.example', to: ['b@c.example'] } }, 'SENDER'],
  ['no address', { envelope: { from: 'ann@ours.example', to: ['b>\r\nDATA'] } }, 'ADDRESS_SYNTAX'],
  ['another kind of connection', { connection: 'model' }, 'CONNECTION_KIND'],
  ['no connection', { connection: 'nothing' }, 'CONNECTION_MISSING'],
])('a message with %s is refused', async (_what, rest, reason) => {
  heard = '';
  await expect(broker.client.broker.smtp(message(rest), NEVER)).rejects.toMatchObject({
    code: 'EGRESS_REFUSED',
    details: { reason, sent: false },
  });
  expect(heard).toBe('');
});

test('a cancelled message is not sent', async () => {
  await expect(
    broker.client.broker.smtp(message(), AbortSignal.abort(new Error('stop'))),
  ).rejects.toThrow('stop');
});
