import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EGRESS_LIMITS } from '../limits.ts';
import { bearer, boundTo, openWorld, textOf, type World } from '../proof/index.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a body packed with %s', (encoding, pack) => {
  const answerWith = (bytes: Buffer) =>
    world.servers.handle((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
    });

  test('is unpacked', async () => {
    answerWith(pack('hello'.repeat(100)));
    expect(await world.read()).toBe('hello'.repeat(100));
  });

  test('is masked after it is unpacked', async () => {
    answerWith(pack('you sent Bearer s3cr3t-value'));
    const binding = boundTo('http://allowed.example');
    expect(await world.read({ binding, credential: bearer('s3cr3t-value') })).toBe(
      'you sent Bearer [masked]',
    );
  });

  test('that swells over the bound is cut off, and little of it is ever held', async () => {
    answerWith(pack(Buffer.alloc(20_000_000)));
    const before = process.memoryUsage().arrayBuffers;
    await expect(world.read({ maxResponseBytes: 100_000 })).rejects.toMatchObject({
      code: 'EGRESS_BODY_TOO_LARGE',
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });

  test('that is broken is told apart from one that broke off', async () => {
    const bytes = pack('hello'.repeat(1000));
    answerWith(Buffer.concat([bytes.subarray(0, 8), Buffer.from('garbage'), bytes.subarray(15)]));
    await expect(world.read()).rejects.toMatchObject({ code: 'EGRESS_BODY_UNDECODABLE' });
    world.servers.handle((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.write(bytes.subarray(0, 8), () => response.destroy());
    });
    await expect(world.read()).rejects.toMatchObject({ code: 'EGRESS_BODY_LOST' });
  });
});

test('a packing that cannot be undone is refused, since it cannot be masked', async () => {
  world.servers.handle((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x');
  });
  await expect(world.read()).rejects.toMatchObject({ code: 'EGRESS_BODY_UNDECODABLE' });
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('an answer to %s with %i has no body to unpack', async (method, status) => {
  world.servers.handle((_request, response) => {
    response.writeHead(status, { 'content-encoding': 'gzip' }).end();
  });
  expect(await world.read({ method })).toBe('');
});

test('a body over the bound is cut off while it streams, and so is its sender', async () => {
  let senderGone: Promise<unknown> = Promise.resolve();
  world.servers.handle((_request, response) => {
    senderGone = new Promise((resolve) => response.once('close', resolve));
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
      response.once('drain', more);
    };
    more();
  });
  const outcome = await world.fetch({ maxResponseBytes: 50_000 });
  if (outcome.kind !== 'response') throw new Error(outcome.kind);
  let bytes = 0;
  const reading = (async () => {
    for await (const chunk of outcome.body) bytes += chunk.length;
  })();
  await expect(reading).rejects.toMatchObject({ code: 'EGRESS_BODY_TOO_LARGE' });
  expect(bytes).toBeLessThanOrEqual(50_000);
  await senderGone;
});

test('a sender that dies in mid-answer leaves a fault, after what had come', async () => {
  world.servers.handle((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('the beginning', () => response.destroy());
  });
  const outcome = await world.fetch();
  if (outcome.kind !== 'response') throw new Error(outcome.kind);
  const came: string[] = [];
  const reading = (async () => {
    for await (const chunk of outcome.body) came.push(Buffer.from(chunk).toString());
  })();
  await expect(reading).rejects.toMatchObject({ code: 'EGRESS_BODY_LOST' });
  expect(came.join('')).toBe('the beginning');
});

test('a sender that falls silent is cut off', async () => {
  world.servers.handle((_request, response) => response.write('some'));
  const outcome = await world.fetch({ timeoutMs: 600_000 });
  const reading = textOf(outcome);
  const faulted = expect(reading).rejects.toMatchObject({ code: 'EGRESS_BODY_TIMED_OUT' });
  await settle();
  world.clock.advance(EGRESS_LIMITS.idleMs);
  await faulted;
});

test('a sender that drips is cut off at the whole time', async () => {
  let drip: () => void = () => undefined;
  world.servers.handle((_request, response) => {
    drip = () => response.write('x');
    drip();
  });
  const reading = textOf(await world.fetch({ timeoutMs: 60_000 }));
  const faulted = expect(reading).rejects.toMatchObject({ code: 'EGRESS_BODY_TIMED_OUT' });
  for (let second = 0; second < 60; second++) {
    drip();
    await settle();
    world.clock.advance(1000);
  }
  await faulted;
});

test('a body that nobody wants is given up, and its sender is told', async () => {
  let senderGone: Promise<unknown> = Promise.resolve();
  world.servers.handle((_request, response) => {
    senderGone = new Promise((resolve) => response.once('close', resolve));
    response.write('some');
  });
  const outcome = await world.fetch();
  if (outcome.kind !== 'response') throw new Error(outcome.kind);
  outcome.body.discard();
  await senderGone;
});

/** Lets what has been sent arrive. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
}
