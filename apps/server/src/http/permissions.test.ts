import { AGENT_SCOPES, digest, ROLES, SCOPES, type Scope } from '@countersign/contract';
import { expect, test } from 'vitest';
import { type Need, PERMISSIONS, type RouteName } from './permissions.ts';
import { partsOf } from './route.ts';
import { someDraft, someMessage, someQuestion } from './testing/some-content.ts';
import { ELSEWHERE, HOME, personOf, world } from './testing/world.ts';

const NAMES = Object.keys(PERMISSIONS) as RouteName[];
const MEMBER_ROUTES = NAMES.filter((name) => PERMISSIONS[name].kind === 'member');
const CLOSED_ROUTES = NAMES.filter((name) => PERMISSIONS[name].kind !== 'open');

/** A body that fits, for the routes that read one. */
const BODIES: Partial<Record<string, unknown>> = {
  'POST agents': { draft: someDraft },
  'PUT agents/{id}': { draft: someDraft, revision: 1 },
  'POST agents/{id}/publish': { revision: 1 },
  'POST runs': { agent: 'agt_one', message: { text: 'hello' } },
  'POST runs/{id}/cancel': {},
  'POST questions/answers': { answers: [{ id: 'qst_1', answer: { kind: 'deny' } }] },
  'POST memories/{id}/edit': { text: 'x' },
  'POST memories/rollback': { source: 'run_1' },
  'POST memories/rollback/restore': { rollback: 'rbk_1' },
  'PUT connections/{id}': {
    name: 'In',
    config: { kind: 'mailbox', folder: '/mail', owner: 'usr_user@example.com' },
  },
  'PUT secrets/{name}': { value: 'hush', connection: 'con_key' },
  'PUT rules': { separateDuties: false },
  'POST actions/check': {},
  'POST policy/simulate': { cedar: 'permit(principal, action, resource);' },
  'POST policy/check': { cedar: 'permit(principal, action, resource);' },
  'POST policy/versions/{number}/restore': {},
  'POST policy/proposals': { cedar: 'permit(principal, action, resource);', number: 1 },
  'PUT policy': { cedar: 'permit(principal, action, resource);' },
  'POST members': { email: 'new@example.com', role: 'user' },
  'PUT members/{person}': { role: 'user' },
  'POST keys': { name: 'k', scopes: ['runs:read'] },
  'POST permissions': {
    ...{ agent: 'agt_published', action: 'mail.send', pointer: '/to' },
    allows: { kind: 'exact', value: 'bob@example.com' },
  },
};

const QUERIES: Partial<Record<string, string>> = {
  'POST objects': '?name=a.txt',
  'GET policy/compare': '?from=0&to=1',
};

test('every route of the application stands in the permission table, and the table names no other', async () => {
  const { app } = await world();
  const made = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect([...made].sort()).toEqual([...NAMES].sort());
});

test('who may change what stands here a second time, so that a slip in the table is seen', () => {
  const changing = MEMBER_ROUTES.filter((name) => !name.startsWith('GET '));
  const needs = changing.map((name) => {
    const { role, others, scope } = memberNeed(name);
    return [name.replace('/api/v1/workspaces/{ws}', ''), role, others, scope].join(' ');
  });
  expect(needs.sort()).toEqual([
    'DELETE /keys/{id} user admin session',
    'DELETE /members/{person} admin admin session',
    'DELETE /memories/{id} user responder questions:answer',
    'DELETE /permissions/{id} user responder questions:answer',
    'POST /actions/check builder builder agents:read',
    'POST /agents builder builder agents:write',
    'POST /agents/{id}/publish builder builder agents:write',
    'POST /keys user user session',
    'POST /members admin admin session',
    'POST /memories/rollback user responder questions:answer',
    'POST /memories/rollback/restore user responder session',
    'POST /memories/{id}/approve user admin session',
    'POST /memories/{id}/edit user admin session',
    'POST /memories/{id}/reject user responder questions:answer',
    'POST /memories/{id}/restore user responder session',
    'POST /objects user user objects:write',
    'POST /permissions admin admin session',
    'POST /permissions/{id}/restore user responder session',
    'POST /policy/check builder builder policy:read',
    'POST /policy/proposals admin admin policy:write',
    'POST /policy/proposals/{id}/{how} admin admin session',
    'POST /policy/simulate builder builder policy:read',
    'POST /policy/versions/{number}/restore admin admin policy:write',
    'POST /questions/answers user responder questions:answer',
    'POST /questions/{id}/answer user responder questions:answer',
    'POST /runs user user runs:write',
    'POST /runs/{id}/cancel user responder runs:write',
    'PUT /agents/{id} builder builder agents:write',
    'PUT /connections/{id} admin admin connections:write',
    'PUT /members/{person} admin admin session',
    'PUT /policy admin admin policy:write',
    'PUT /rules owner owner policy:write',
    'PUT /secrets/{name} admin admin secrets:write',
  ]);
});

test('what is open to anyone is this and no more', () => {
  expect(NAMES.filter((name) => PERMISSIONS[name].kind === 'open').sort()).toEqual([
    'GET /*',
    'GET /api/auth/get-session',
    'GET /api/v1/setup',
    'GET /docs',
    'GET /docs/{file}',
    'GET /health',
    'GET /openapi.json',
    'POST /api/auth/sign-in/email',
    'POST /api/auth/sign-out',
    'POST /api/auth/sign-up/email',
  ]);
});

test.each(CLOSED_ROUTES)('nobody, and a key that is none, gets 401 from %s', async (name) => {
  const w = await peopled();
  for (const send of [
    w.as('nobody'),
    w.withKey('cs_no-such-key-as-this-one-here'),
    w.withKey('short'),
  ]) {
    const answer = await sent(w, send, name, personOf('owner'));
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'HTTP_UNAUTHENTICATED']);
  }
});

test.each(MEMBER_ROUTES)(
  'whoever is no member gets 404 from %s, by cookie and by key',
  async (name) => {
    const w = await peopled();
    const foreign = w.keyWith(SCOPES, { workspace: ELSEWHERE });
    const left = w.keyWith(SCOPES, { person: 'usr_stranger' });
    for (const send of [w.as('usr_stranger'), w.withKey(foreign), w.withKey(left)]) {
      const answer = await sent(w, send, name, personOf('owner'));
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'HTTP_NOT_FOUND']);
    }
  },
);

test.each(MEMBER_ROUTES)(
  '%s is open to its role and those above, and 403 to those below',
  async (name) => {
    const need = memberNeed(name);
    for (const role of ROLES) {
      const w = await peopled();
      const answer = await sent(w, w.as(personOf(role)), name, personOf(role));
      const allowed = ROLES.indexOf(role) <= ROLES.indexOf(need.role);
      if (allowed) expect([role, answer.status < 400]).toEqual([role, true]);
      else expect([role, answer.status]).toEqual([role, 403]);
      await answer.body?.cancel();
    }
  },
);

test.each(MEMBER_ROUTES)(
  '%s takes the scope it names and no other, however strong the person',
  async (name) => {
    const need = memberNeed(name);
    const w = await peopled();
    const others = SCOPES.filter((scope) => scope !== need.scope);
    const without = await sent(w, w.withKey(w.keyWith(others)), name, personOf('owner'));
    expect(without.status).toBe(403);
    if (need.scope === 'session') {
      expect(await codeOf(without)).toBe('HTTP_SESSION_NEEDED');
      return;
    }
    const exact = await sent(w, w.withKey(w.keyWith([need.scope])), name, personOf('owner'));
    expect(exact.status).toBeLessThan(400);
    await exact.body?.cancel();
  },
);

test.each(MEMBER_ROUTES)(
  'a key that an agent holds gets from %s only what agents may have',
  async (name) => {
    const need = memberNeed(name);
    const w = await peopled();
    const key = w.keyWith(SCOPES, { agent: 'agt_one' });
    const answer = await sent(w, w.withKey(key), name, personOf('owner'));
    const forAgents = (AGENT_SCOPES as readonly (Scope | 'session')[]).includes(need.scope);
    if (forAgents) expect(answer.status).toBeLessThan(400);
    else expect(answer.status).toBe(403);
    await answer.body?.cancel();
  },
);

test('no scope that changes rights, policy, answers or secrets is one for agents', () => {
  const never: Scope[] = [
    'questions:answer',
    'policy:write',
    'agents:write',
    'connections:write',
    'secrets:write',
  ];
  expect(AGENT_SCOPES.filter((scope) => (never as Scope[]).includes(scope))).toEqual([]);
});

test.each(
  MEMBER_ROUTES.filter(
    (name) => memberNeed(name).others !== memberNeed(name).role && name.includes('{id}'),
  ),
)(
  'what belongs to another person is 404 from %s, except for the role that may see it',
  async (name) => {
    const need = memberNeed(name);
    for (const role of ROLES) {
      const w = await peopled();
      const answer = await sent(w, w.as(personOf(role)), name, 'usr_other');
      const allowed = ROLES.indexOf(role) <= ROLES.indexOf(need.others);
      if (allowed) expect([role, answer.status < 400]).toEqual([role, true]);
      else expect([role, answer.status]).toEqual([role, 404]);
      await answer.body?.cancel();
    }
  },
);

test.each(
  MEMBER_ROUTES.filter((name) =>
    /(runs|questions|conversations|permissions|memories)\/\{id\}/.test(name),
  ),
)(
  'a thing of another workspace is 404 from %s, even to an owner who knows its id',
  async (name) => {
    const w = await peopled();
    const answer = await sent(w, w.as(personOf('owner')), name, 'usr_stranger');
    expect(answer.status).toBe(404);
  },
);

type World = Awaited<ReturnType<typeof peopled>>;

/** A world in which everybody has a run, a question, a conversation and a key of their own. */
async function peopled() {
  const w = await world();
  const key = { kind: 'model', provider: 'openai', secret: 'SECRET', allowPrivate: false } as const;
  const connection = { id: 'con_key', workspace: HOME, name: 'Key', config: key };
  await w.doors.config.putConnection(connection, 'usr_owner');
  await w.doors.config.saveDraft(HOME, 'agt_published', someDraft, 0, 'usr_owner');
  const tool = { action: 'mail.send', pin: 'a'.repeat(64), connection: null, description: '' };
  await w.doors.config.publish(
    HOME,
    { id: 'agt_published', version: 1, definition: someDraft, tools: [{ ...tool, input: {} }] },
    'usr_owner',
  );
  const people = [...ROLES.map(personOf), 'usr_other'];
  for (const person of people) await own(w, person, HOME);
  const text = { cedar: 'permit(principal, action, resource);' };
  await w.doors.config.putPolicy(HOME, text, 'usr_owner');
  await w.doors.policies.proposePolicy(HOME, text, 1, 'usr_other');
  await own(w, 'usr_stranger', ELSEWHERE);
  return w;
}

async function own(w: Awaited<ReturnType<typeof world>>, person: string, workspace: string) {
  w.memory.put({ id: `run_${person}`, workspace, person, status: 'ended' });
  w.memory.append(`run_${person}`, 'run.ended', { result: null });
  const about = { id: `qst_${person}`, workspace, run: `run_${person}`, requestedBy: person };
  w.memory.ask(someQuestion(about));
  const draft = { agent: 'agt_one', person, title: 'Talk' };
  await w.doors.conversations.createConversation(workspace, draft);
  const permission = { agent: 'agt_one', action: 'mail.send', connection: null, pointer: '/to' };
  const allows = { kind: 'exact', value: 'bob@example.com' } as const;
  await w.doors.permissions.makePermissions(
    workspace,
    [{ ...permission, allows, weekly: null, days: 1, asked: null }],
    person,
  );
  w.memories.put(workspace, { person });
  const scopes = ['runs:read'] as const;
  await w.doors.keys.createKey(
    workspace,
    { name: person, person, agent: null, scopes, expiresAt: null },
    person,
  );
}

async function sent(
  w: World,
  send: ReturnType<World['as']>,
  name: RouteName,
  owner: string,
): Promise<Response> {
  const { method, path } = partsOf(name);
  const short = path.replace('/api/v1/workspaces/{ws}/', '');
  const filled = path
    .replace('{ws}', HOME)
    .replace('{name}', 'SECRET')
    .replace('{person}', personOf('user'))
    .replace('{connection}', 'con_mail')
    .replace('{message}', someMessage.id)
    .replace('{number}', '1')
    .replace('{how}', 'accept')
    .replace('{id}', await idFor(w, short, owner));
  const query = QUERIES[`${method} ${short}`] ?? '';
  const body = short.endsWith('/answer')
    ? { kind: 'approve', callHash: digest(`qst_${owner}`) }
    : BODIES[`${method} ${short}`];
  return send(method, filled + query, body);
}

async function idFor(w: World, short: string, owner: string): Promise<string> {
  const [kind] = short.split('/');
  switch (kind) {
    case 'agents':
      return 'agt_one';
    case 'runs':
      return `run_${owner}`;
    case 'questions':
      return `qst_${owner}`;
    case 'conversations': {
      const [workspace, people] = owner === 'usr_stranger' ? [ELSEWHERE, owner] : [HOME, owner];
      const page = await w.doors.conversations.conversations(workspace, people, { limit: 1 });
      return page.items[0]?.id ?? '';
    }
    case 'keys':
      return (await w.doors.keys.keys(HOME)).find(({ person }) => person === owner)?.id ?? '';
    case 'permissions':
      return (
        (
          await w.doors.permissions.permissions(owner === 'usr_stranger' ? ELSEWHERE : HOME, 1)
        ).find(({ createdBy }) => createdBy === owner)?.id ?? ''
      );
    case 'memories': {
      const workspace = owner === 'usr_stranger' ? ELSEWHERE : HOME;
      const page = await w.doors.memories.memories(workspace, { person: owner, limit: 1 });
      return page.items[0]?.id ?? '';
    }
    case 'policy':
      return 'prp_1';
    case 'connections':
      return 'con_mail';
    default:
      return `${kind}_1`;
  }
}

function memberNeed(name: RouteName): Extract<Need, { kind: 'member' }> {
  const need: Need = PERMISSIONS[name];
  if (need.kind !== 'member') throw new Error(`${name} has no member's need`);
  return need;
}

async function codeOf(answer: Response): Promise<unknown> {
  const { error } = (await answer.json()) as { error: { code: string } };
  return error.code;
}
