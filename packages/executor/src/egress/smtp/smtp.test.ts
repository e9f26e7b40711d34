import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { needlesOf } from '../mask/needles.ts';
import { ManualClock, NetDouble } from '../proof/index.ts';
import { tlsFiles } from '../proof/tls-files.ts';
import type { SmtpCall, SmtpServer } from './call.ts';
import { sendMail } from './smtp.ts';

const PASSWORD = 'mail-pass-9f2';
const SERVER: SmtpServer = {
  host: 'allowed.example',
  port: 25,
  tls: 'none',
  from: 'ann@ours.example',
  allowPrivate: false,
  login: null,
  needles: needlesOf(PASSWORD),
};
const CALL: SmtpCall = {
  envelope: { from: 'ann@ours.example', to: ['bob@theirs.example'] },
  raw: Buffer.from('Subject: hi\r\n\r\nhello\r\n.\r\nnot the end\r\n'),
  timeoutMs: 30_000,
};

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A mail server that takes everything, but for what `options` say. Gives its port and what it took. */
async function mailServer(options: SMTPServerOptions = {}) {
  const taken: { raw: string; to: string[]; user: string | undefined; secure: boolean }[] = [];
  const server = new SMTPServer({
    ...tlsFiles('allowed'),
    authOptional: true,
    disabledCommands: [],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push({
          raw: Buffer.concat(chunks).toString(),
          to: session.envelope.rcptTo.map(({ address }) => address),
          user: session.user,
          secure: session.secure,
        });
        done(null, 'taken as 17');
      });
    },
    onAuth(auth, _session, done) {
      if (auth.password === PASSWORD) done(null, { user: auth.username ?? '' });
      else done(new Error('wrong'));
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  closers.push(() => server.close());
  return { port, taken };
}

/** A server of raw lines: it answers each thing it hears as told. */
async function rawServer(hear: (text: string, socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 raw\r\n');
    socket.on('data', (chunk) => hear(chunk.toString(), socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Answers every command well, and a message with `atDot`. */
function polite(atDot: (socket: Socket) => void) {
  return (text: string, socket: Socket) => {
    if (text.endsWith('\r\n.\r\n')) return atDot(socket);
    for (const line of text.split('\r\n')) {
      if (/^EHLO/.test(line)) socket.write('250 raw\r\n');
      else if (/^(MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n');
      else if (/^DATA/.test(line)) socket.write('354 go on\r\n');
    }
  };
}

function send(
  port: number,
  server: Partial<SmtpServer> = {},
  call: Partial<SmtpCall> = {},
  powers: { readonly signal?: AbortSignal; readonly clock?: ManualClock } = {},
) {
  const { signal = new AbortController().signal, clock = new ManualClock() } = powers;
  const net = new NetDouble(new Map([[25, port]]));
  net.answer('allowed.example', ['93.184.216.34']);
  net.answer('inside.example', ['10.0.0.7']);
  const { resolver, dialer } = net;
  const around = { resolver, dialer, clock, ca: [tlsFiles('allowed').ca] };
  return sendMail({ ...SERVER, ...server }, { ...CALL, ...call }, around, signal);
}

test('a message arrives whole, and the server’s word comes back', async () => {
  const { port, taken } = await mailServer();
  expect(await send(port)).toMatchObject({
    kind: 'accepted',
    response: expect.stringContaining('taken as 17') as string,
  });
  expect(taken).toEqual([
    { raw: CALL.raw.toString(), to: ['bob@theirs.example'], user: undefined, secure: false },
  ]);
});

test('lone line feeds and carriage returns in a message cannot end it', async () => {
  const { port, taken } = await mailServer();
  const raw = Buffer.from('Subject: x\n\nbody\n.\nRCPT TO:<x@evil.example>\r.\rMAIL FROM:<y@e>\n');
  expect(await send(port, {}, { raw })).toMatchObject({ kind: 'accepted' });
  expect(taken).toHaveLength(1);
  expect(taken[0]?.to).toEqual(['bob@theirs.example']);
  expect(taken[0]?.raw).toContain('RCPT TO:<x@evil.example>');
});

describe.each(['starttls', 'implicit'] as const)('with %s', (tls) => {
  const secureServer = () => mailServer({ secure: tls === 'implicit' });

  test('the password goes over TLS, to the server whose name is in the certificate', async () => {
    const { port, taken } = await secureServer();
    const login = { user: 'ann', password: PASSWORD };
    expect(await send(port, { tls, login })).toMatchObject({ kind: 'accepted' });
    expect(taken).toMatchObject([{ user: 'ann', secure: true }]);
  });

  test('a server with another’s certificate is unreachable', async () => {
    const { port, taken } = await mailServer({ secure: tls === 'implicit', ...tlsFiles('other') });
    expect(await send(port, { tls })).toMatchObject({ kind: 'unreachable' });
    expect(taken).toEqual([]);
  });

  test('a wrong password is a rejection', async () => {
    const { port } = await secureServer();
    const login = { user: 'ann', password: 'wrong' };
    expect(await send(port, { tls, login })).toMatchObject({ kind: 'rejected' });
  });
});

test('a server without STARTTLS gets neither password nor message where TLS is asked for', async () => {
  const heard: string[] = [];
  const port = await rawServer((text, socket) => {
    heard.push(text);
    socket.write(/^EHLO/.test(text) ? '250 raw\r\n' : '502 no\r\n');
  });
  const login = { user: 'ann', password: PASSWORD };
  expect((await send(port, { tls: 'starttls', login })).kind).not.toBe('accepted');
  expect(heard.join('')).not.toMatch(/AUTH|MAIL|DATA/);
});

test('a password is never sent to a public address without TLS', async () => {
  const { port } = await mailServer();
  const login = { user: 'ann', password: PASSWORD };
  expect(await send(port, { login })).toMatchObject({ reason: 'PLAINTEXT_PASSWORD' });
});

test('one refused recipient stops the message for all', async () => {
  const { port, taken } = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('bad') ? new Error('nobody of that name') : null),
  });
  const to = ['bob@theirs.example', 'bad@theirs.example', 'eve@theirs.example'];
  expect(await send(port, {}, { envelope: { from: SERVER.from, to } })).toMatchObject({
    kind: 'rejected',
    response: expect.stringContaining('nobody of that name') as string,
  });
  expect(taken).toEqual([]);
});

test.each([
  ['the sender', { onMailFrom: (_a: unknown, _s: unknown, done: Done) => done(new Error('no')) }],
  ['the recipient', { onRcptTo: (_a: unknown, _s: unknown, done: Done) => done(new Error('no')) }],
])('a server that refuses %s rejects the message', async (_what, options) => {
  const { port } = await mailServer(options);
  expect(await send(port)).toMatchObject({ kind: 'rejected' });
});
type Done = (error?: Error | null) => void;

test('a server that refuses the message after its end rejects it', async () => {
  const port = await rawServer(polite((socket) => socket.write('552 too big\r\n')));
  expect(await send(port)).toEqual({ kind: 'rejected', response: '552 too big' });
});

test.each([
  ['at the greeting', () => (_text: string, socket: Socket) => socket.destroy()],
  [
    'at the recipient',
    () => (text: string, socket: Socket) => {
      if (/^RCPT/.test(text)) socket.destroy();
      else socket.write('250 ok\r\n');
    },
  ],
])('a server that hangs up %s is unreachable: nothing was handed over', async (_when, hear) => {
  expect(await send(await rawServer(hear()))).toMatchObject({ kind: 'unreachable' });
});

test('a server that hangs up within a long message is unreachable', async () => {
  const port = await rawServer((text, socket) => {
    if (text.length > 1000) socket.destroy();
    else polite(() => undefined)(text, socket);
  });
  const raw = Buffer.alloc(20_000_000, 'x');
  expect(await send(port, {}, { raw })).toMatchObject({ kind: 'unreachable' });
});

test('a server that hangs up after the end of the message leaves it lost', async () => {
  const port = await rawServer(polite((socket) => socket.destroy()));
  expect(await send(port)).toEqual({
    kind: 'lost',
    reason: 'The message was sent and no answer came.',
  });
});

test('a server that never answers after the end leaves it lost when the time is over', async () => {
  const clock = new ManualClock();
  let heardAll: () => void = () => undefined;
  const dot = new Promise<void>((resolve) => {
    heardAll = resolve;
  });
  const sending = send(await rawServer(polite(heardAll)), {}, {}, { clock });
  await dot;
  clock.advance(CALL.timeoutMs);
  expect(await sending).toMatchObject({ kind: 'lost' });
});

test.each([
  ['before', 'cancelled'],
  ['after', 'lost'],
])('a message cancelled %s its end is %s', async (when, kind) => {
  const controller = new AbortController();
  const port = await rawServer((text, socket) => {
    if (when === 'before' && /^RCPT/.test(text)) controller.abort();
    else polite(() => controller.abort())(text, socket);
  });
  expect(await send(port, {}, {}, { signal: controller.signal })).toMatchObject({ kind });
});

test('the server’s words are masked', async () => {
  const port = await rawServer(polite((socket) => socket.write(`250 you are ${PASSWORD}\r\n`)));
  expect(await send(port)).toEqual({ kind: 'accepted', response: '250 you are [masked]' });
});

test('a private server needs an operator’s word', async () => {
  const { port } = await mailServer();
  expect(await send(port, { host: 'inside.example' })).toMatchObject({ reason: 'ADDRESS' });
});

test.each([
  'bob@theirs.example>\r\nRCPT TO:<eve@evil.example',
  'bob@theirs.example\nDATA',
  'bob@theirs.example eve@evil.example',
  '<bob@theirs.example>',
  'bob@theirs.example, eve@evil.example',
  'bob@theirs.example> SIZE=1',
  '"bob\r\n"@theirs.example',
  'bob@theirs@evil.example',
  'bob\0@theirs.example',
  'bob\u2028@theirs.example',
  'bob@',
  '@theirs.example',
  'bob',
  '',
  'bob@theirs..example',
  `${'b'.repeat(65)}@theirs.example`,
])('the recipient %j is refused before anything is dialled', async (address) => {
  const envelope = { from: SERVER.from, to: [address] };
  expect(await send(1, {}, { envelope })).toMatchObject({ reason: 'ADDRESS_SYNTAX' });
});

test('another sender than the connection’s is refused', async () => {
  const envelope = { from: 'chief@ours.example', to: ['bob@theirs.example'] };
  expect(await send(1, {}, { envelope })).toMatchObject({ reason: 'SENDER' });
});

test.each(['bob+tag@theirs.example', "o'brien@theirs.example", 'jörg@bücher.example', 'a@b'])(
  'the recipient %s is taken',
  async (address) => {
    const { port } = await mailServer();
    const envelope = { from: SERVER.from, to: [address] };
    expect(await send(port, {}, { envelope })).toMatchObject({ kind: 'accepted' });
  },
);
