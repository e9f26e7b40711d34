import { Fault } from '@countersign/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorOf } from './testing/error-of.ts';
import { someDraft, someQuestion } from './testing/some-content.ts';
import { HOME, world } from './testing/world.ts';

const start = (over: object) => ({ agent: 'agt_one', message: { text: 'hi' }, ...over });

test.each([
  ['', 'HTTP_JSON', undefined, /empty/],
  ['{"agent":', 'HTTP_JSON', undefined, /not JSON/],
  ['nonsense', 'HTTP_JSON', undefined, /not JSON/],
  ['[]', 'HTTP_INVALID', undefined, /must be an object, not an array/],
  ['null', 'HTTP_INVALID', undefined, /must be an object, not null/],
  ['{}', 'HTTP_INVALID', 'agent', /`agent` is missing/],
  [
    start({ message: { text: 7 } }),
    'HTTP_INVALID',
    'message.text',
    /`message.text` must be a string, not a number/,
  ],
  [
    start({ message: { text: 'x', files: ['a', {}] } }),
    'HTTP_INVALID',
    'message.files.1',
    /must be a string, not an object/,
  ],
  [start({ mesage: {} }), 'HTTP_INVALID', 'mesage', /`mesage` is not known here; leave it out/],
  [start({ message: { text: 'x', txt: 1 } }), 'HTTP_INVALID', 'message.txt', /not known here/],
  [start({ version: 1.5 }), 'HTTP_INVALID', 'version', /must be a whole number/],
  [start({ version: 0 }), 'HTTP_INVALID', 'version', /must be at least 1/],
  [start({ dedupe: '' }), 'HTTP_INVALID', 'dedupe', /must not be empty/],
  [start({ message: { text: 'a\u0000b' } }), 'HTTP_JSON', 'message.text', /zero character/],
  ['{"agent":"\\ud800"}', 'HTTP_JSON', 'agent', /half of a Unicode character/],
  ['{"agent":1e999}', 'HTTP_JSON', 'agent', /too large a number/],
  ['{"__proto__":{}}', 'HTTP_JSON', undefined, /__proto__/],
  [`{"a":${'['.repeat(60)}${']'.repeat(60)}}`, 'HTTP_JSON', undefined, /48 levels/],
])('the body %j is refused in words', async (body, code, field, words) => {
  const w = await world();
  const answer = await w.request(`/api/v1/workspaces/${HOME}/runs`, {
    method: 'POST',
    headers: {
      cookie: 'session=usr_user',
      origin: 'http://localhost',
      'content-type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(answer.status).toBe(400);
  const error = await errorOf(answer);
  expect([error.code, error.field]).toEqual([code, field]);
  expect(error.message).toMatch(words);
  expect(w.memory.started).toEqual([]);
});

test('a union names what its kinds are, and an answer of the wrong kind its own fields', async () => {
  const w = await world();
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  w.memory.ask(
    someQuestion({ id: 'qst_1', workspace: HOME, run: 'run_1', requestedBy: 'usr_owner' }),
  );
  const send = async (body: unknown) =>
    errorOf(await w.as('usr_owner')('POST', 'questions/qst_1/answer', body));
  expect((await send({ kind: 'maybe' })).message).toContain('one of "approve", "edit", "deny"');
  expect((await send({ kind: 'expired' })).code).toBe('HTTP_INVALID');
  expect((await send({ kind: 'approve' })).field).toBe('callHash');
  expect((await send({ kind: 'approve', callHash: 'ABC' })).field).toBe('callHash');
});

test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/json; charset=latin1', 415],
  ['application/json; charset=utf-8', 202],
])(
  'a body sent as %s gets %i, so that no form of another site can send one',
  async (type, status) => {
    const w = await world();
    const answer = await w.as('usr_user')('POST', 'runs', start({}), { 'content-type': type });
    expect(answer.status).toBe(status);
  },
);

test('a compressed body is refused before it is unpacked', async () => {
  const w = await world();
  const answer = await w.as('usr_user')('POST', 'runs', start({}), { 'content-encoding': 'gzip' });
  expect(answer.status).toBe(415);
});

test('a body is counted while it arrives, whatever its length header says', async () => {
  const w = await world({ limits: { ...(await world()).doors.limits, jsonBytes: 2000 } });
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 500;
      controller.enqueue(new Uint8Array(500).fill(0x20));
    },
  });
  const answer = await w.request(`/api/v1/workspaces/${HOME}/runs`, {
    method: 'POST',
    headers: {
      cookie: 'session=usr_user',
      origin: 'http://localhost',
      'content-type': 'application/json',
    },
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(413);
  expect(await errorOf(answer)).toMatchObject({
    code: 'HTTP_TOO_LARGE',
    details: { maxBytes: 2000 },
  });
  expect(sent).toBeLessThan(5000);
  const told = await w.as('usr_user')(
    'POST',
    'runs',
    start({ message: { text: 'x'.repeat(3000) } }),
  );
  expect(told.status).toBe(413);
});

test('nobody’s body is read before they are known to be somebody', async () => {
  const w = await world();
  let read = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const answer = await w.request(`/api/v1/workspaces/${HOME}/runs`, {
    method: 'POST',
    headers: { origin: 'http://localhost', 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  expect([answer.status, read]).toEqual([401, false]);
});

test.each([
  ['runs?limit=0', 'limit'],
  ['runs?limit=1000', 'limit'],
  ['runs?limit=x', 'limit'],
  ['runs?status=broken', 'status'],
  ['runs?agent=%00', 'agent'],
  ['runs?color=red', 'color'],
  ['runs?limit=1&limit=2', 'limit'],
  ['runs/run_1/entries?after=-2', 'after'],
])('the query %s is refused by its field', async (path, field) => {
  const w = await world();
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  const answer = await w.as('usr_owner')('GET', path);
  expect([answer.status, (await errorOf(answer)).field]).toEqual([400, field]);
});

test.each(['runs/..%2f..%2fx', 'runs/%00', `runs/${'a'.repeat(100)}`, 'runs/%ff', 'runs/a%20b'])(
  'a path whose id can be none, %s, is not there',
  async (path) => {
    const w = await world();
    expect((await w.as('usr_owner')('GET', path)).status).toBe(404);
  },
);

test('a method that a path does not take is told with those it takes', async () => {
  const w = await world();
  const answer = await w.as('usr_owner')('PATCH', 'agents/agt_one', {});
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PUT']);
  expect((await w.as('usr_owner')('GET', '/api/v1/nothing')).status).toBe(404);
});

test('a failure of our own tells its reason to the log alone, under the id the client gets', async () => {
  const w = await world({
    cases: { list: () => Promise.reject(new Error('password=hunter2')), get: async () => null },
  });
  const answer = await w.as('usr_owner')('GET', 'cases');
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(text).not.toContain('hunter2');
  expect(w.failures).toMatchObject([
    { request: answer.headers.get('x-request-id'), method: 'GET' },
  ]);
});

test('a fault of another package passes with its own status, words and field, a bug without its words', async () => {
  const spec = { retry: { afterMs: 1500 }, says: 'Wait.' } as const;
  const thrown = [
    new Fault(
      'RECORD_BUSY',
      { kind: 'operational', status: 503, ...spec },
      { details: { field: 'x', n: 1 } },
    ),
    new Fault('RECORD_BROKEN', { kind: 'bug', status: 500, ...spec }, { message: 'secret words' }),
  ];
  const w = await world({
    cases: { list: () => Promise.reject(thrown.shift()), get: async () => null },
  });
  const busy = await w.as('usr_owner')('GET', 'cases');
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await busy.json()).toEqual({
    error: { code: 'RECORD_BUSY', message: 'Wait.', field: 'x', details: { n: 1 } },
  });
  const broken = await w.as('usr_owner')('GET', 'cases');
  expect(await broken.json()).toEqual({ error: { code: 'RECORD_BROKEN', message: 'Wait.' } });
});

test('a value is never quoted back: it may be a secret sent to the wrong field', async () => {
  const w = await world();
  const canary = 'sk-canary-0123456789';
  for (const [path, body] of [
    ['secrets/API_KEY', { value: canary, extra: canary }],
    ['secrets/API_KEY', { value: { nested: canary } }],
    ['secrets/API_KEY', canary],
    ['connections/c', { name: 'x', config: { kind: canary } }],
  ] as const) {
    const answer = await w.as('usr_owner')('PUT', path, body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain(canary);
  }
  const torn = await w.request(`/api/v1/workspaces/${HOME}/secrets/API_KEY`, {
    method: 'PUT',
    headers: {
      cookie: 'session=usr_owner',
      origin: 'http://localhost',
      'content-type': 'application/json',
    },
    body: `{"value":"${canary}`,
  });
  expect([torn.status, (await torn.text()).includes(canary)]).toEqual([400, false]);
});

const WRITES = [
  ['POST', 'agents'],
  ['PUT', 'agents/agt_one'],
  ['POST', 'agents/agt_one/publish'],
  ['POST', 'runs'],
  ['POST', 'runs/run_1/cancel'],
  ['POST', 'questions/qst_1/answer'],
  ['POST', 'questions/answers'],
  ['PUT', 'connections/con_x'],
  ['PUT', 'secrets/API_KEY'],
  ['PUT', 'policy'],
  ['POST', 'members'],
  ['PUT', 'members/usr_user'],
  ['POST', 'keys'],
  ['POST', '/api/v1/invitations/accept'],
] as const;

test('no body, however odd, is answered with a failure of our own', {
  timeout: 60_000,
}, async () => {
  const w = await world();
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  w.memory.ask(
    someQuestion({ id: 'qst_1', workspace: HOME, run: 'run_1', requestedBy: 'usr_owner' }),
  );
  const near = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: 'binary' }),
    fc.record(
      {
        agent: fc.oneof(fc.constant('agt_one'), fc.jsonValue()),
        message: fc.oneof(fc.record({ text: fc.string({ unit: 'binary' }) }), fc.jsonValue()),
        draft: fc.oneof(fc.constant(someDraft), fc.jsonValue()),
        revision: fc.oneof(fc.integer(), fc.jsonValue()),
        kind: fc.constantFrom('approve', 'edit', 'deny', 'happened', 'repeat', 'expired'),
        callHash: fc.string(),
        args: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        reason: fc.string({ unit: 'binary' }),
        name: fc.string(),
        config: fc.oneof(
          fc.record({ kind: fc.constantFrom('http', 'mailbox', 'smtp', 'model') }),
          fc.jsonValue(),
        ),
        cedar: fc.string({ unit: 'binary' }),
        value: fc.string({ unit: 'binary' }),
        email: fc.emailAddress(),
        role: fc.constantFrom('owner', 'user', 'nobody'),
        scopes: fc.array(fc.constantFrom('runs:read', 'questions:answer', 'x')),
        __proto__: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WRITES),
      near,
      fc.boolean(),
      async ([method, path], value, raw) => {
        const body = raw && typeof value === 'string' ? value : JSON.stringify(value);
        const answer = await w.request(
          path.startsWith('/') ? path : `/api/v1/workspaces/${HOME}/${path}`,
          {
            method,
            headers: {
              cookie: 'session=usr_owner',
              origin: 'http://localhost',
              'content-type': 'application/json',
            },
            body: body ?? null,
          },
        );
        expect(answer.status).toBeLessThan(500);
        const said = (await answer.json()) as { error?: { code?: string; message?: string } };
        if (answer.status >= 400) {
          expect(said.error?.code).toMatch(/^[A-Z_]+$/);
          expect(said.error?.message).not.toBe('');
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(w.failures).toEqual([]);
});
