import { afterAll, beforeAll, expect, test } from 'vitest';
import { EGRESS_LIMITS } from '../limits.ts';
import { openWorld, textOf, type World } from '../proof/index.ts';
import { egressClient } from './client.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const NEVER = () => new Promise<never>(() => undefined);
const CALL = {
  method: 'POST',
  url: 'http://allowed.example/',
  headers: {},
  body: null,
  maxResponseBytes: 1000,
  timeoutMs: 30_000,
  binding: null,
  credential: null,
};

test.each([
  ['while the name is looked up', { resolve: NEVER }, undefined],
  ['while it is dialled', undefined, { dial: NEVER }],
])('an exchange cancelled %s was not sent', async (_when, resolver, dialer) => {
  const client = egressClient({
    resolver: resolver ?? world.net.resolver,
    dialer: dialer ?? world.net.dialer,
    clock: world.clock,
  });
  const controller = new AbortController();
  const pending = client.fetch(CALL, controller.signal);
  await new Promise(setImmediate);
  controller.abort();
  expect(await pending).toEqual({ kind: 'cancelled', sent: false });
});

test('an exchange cancelled before it begins was not sent', async () => {
  expect(await world.fetch(CALL, AbortSignal.abort())).toEqual({ kind: 'cancelled', sent: false });
});

test('an exchange cancelled while the answer is awaited may have been carried out, and ends at once', async () => {
  const arrived = new Promise<{ gone: Promise<unknown> }>((resolve) => {
    world.servers.handle((request) => {
      resolve({ gone: new Promise((close) => request.socket.once('close', close)) });
    });
  });
  const controller = new AbortController();
  const pending = world.fetch(CALL, controller.signal);
  const { gone } = await arrived;
  const began = performance.now();
  controller.abort();
  expect(await pending).toEqual({ kind: 'cancelled', sent: true });
  await gone;
  expect(performance.now() - began).toBeLessThan(1000);
});

test('an exchange cancelled within its body ends at once, on both sides', async () => {
  let senderGone: Promise<unknown> = Promise.resolve();
  world.servers.handle((_request, response) => {
    senderGone = new Promise((resolve) => response.once('close', resolve));
    response.write('some');
  });
  const controller = new AbortController();
  const reading = textOf(await world.fetch(CALL, controller.signal));
  const faulted = expect(reading).rejects.toMatchObject({ code: 'EGRESS_CANCELLED' });
  const began = performance.now();
  controller.abort();
  await faulted;
  await senderGone;
  expect(performance.now() - began).toBeLessThan(1000);
});

test('a connection that is not made in time is unreachable, an answer that does not come in time is lost', async () => {
  const client = egressClient({
    resolver: world.net.resolver,
    dialer: { dial: NEVER },
    clock: world.clock,
  });
  const dialling = client.fetch(CALL, new AbortController().signal);
  await new Promise(setImmediate);
  world.clock.advance(EGRESS_LIMITS.connectMs);
  expect(await dialling).toMatchObject({ kind: 'unreachable' });

  const arrived = new Promise<void>((resolve) => world.servers.handle(() => resolve()));
  const waiting = world.fetch(CALL);
  await arrived;
  world.clock.advance(CALL.timeoutMs);
  expect(await waiting).toEqual({ kind: 'lost', message: 'No answer came in time.' });
});
