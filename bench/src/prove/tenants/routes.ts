import { canonical, must, ROLES, type Role } from '@countersign/contract';
import type { Need, TestApp } from '@countersign/server/testing';
import type { Tally } from '../tally.ts';
import { foreignIn } from './foreign-in.ts';
import type { IdName, Populated } from './populate.ts';

/** Who asks: a person of a role, or a key of the owner with every scope. */
type Asker = { readonly name: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Every route of a workspace, asked by every role of another one: at the other workspace's address, and at
 * one's own with the other's ids. Nothing of the other workspace may come back.
 */
export async function tryRoutes(
  app: TestApp,
  home: Populated,
  foreign: Populated,
  tally: Tally,
  how: string,
): Promise<void> {
  const askers: readonly Asker[] = [
    ...ROLES.map((role) => ({
      name: role,
      headers: { cookie: `session=${home.people[role as Role]}` },
    })),
    { name: 'key', headers: { authorization: `Bearer ${home.keyText}` } },
  ];
  for (const [name, need] of Object.entries(app.routes)) {
    if (!isOfWorkspace(need)) continue;
    for (const asker of askers) {
      const there = await ask(app, name, asker, foreign.workspace, foreign);
      tally.count(
        `route there${how}`,
        `${name} as ${asker.name}`,
        there.status === 404 && foreignIn(there.text, foreign, there.sent) === null
          ? null
          : `answered ${there.status} ${there.text.slice(0, 200)}`,
      );
      const here = await ask(app, name, asker, home.workspace, foreign);
      const found = foreignIn(here.text, foreign, here.sent);
      tally.count(
        `route here${how}`,
        `${name} as ${asker.name}`,
        found === null ? null : `answered ${here.status} with ${found}`,
      );
      const isThing = /\{(id|connection|message)\}/.test(name) && name.startsWith('GET');
      if (isThing)
        tally.count(
          `other’s id${how}`,
          `${name} as ${asker.name}`,
          here.status === 404 || here.status === 403 || isEmpty(here.text)
            ? null
            : `answered ${here.status} ${here.text.slice(0, 200)}`,
        );
    }
  }
}

/** The same routes asked by their own people give what is theirs: otherwise the silence above shows nothing. */
export async function tryOwn(app: TestApp, home: Populated, tally: Tally): Promise<void> {
  const owner = { name: 'owner', headers: { cookie: `session=${home.people.owner}` } };
  for (const [name, need] of Object.entries(app.routes)) {
    if (!isOfWorkspace(need) || !name.startsWith('GET') || name.endsWith('/stream')) continue;
    const own = await ask(app, name, owner, home.workspace, home);
    tally.count(
      'own',
      name,
      own.status === 200 ? null : `answered ${own.status} ${own.text.slice(0, 200)}`,
    );
  }
}

/** The workspace with the id of the mail in its mailbox. */
export async function withMessage(app: TestApp, things: Populated): Promise<Populated> {
  const owner = { name: 'owner', headers: { cookie: `session=${things.people.owner}` } };
  const list = 'GET /api/v1/workspaces/{ws}/mailbox/{connection}';
  const { text } = await ask(app, list, owner, things.workspace, things);
  const { items } = JSON.parse(text) as { items: readonly { id: string }[] };
  return {
    ...things,
    ids: { ...things.ids, message: must(items[0], 'the mailbox holds a mail').id },
  };
}

interface Answered {
  readonly status: number;
  readonly text: string;
  /** What was sent: an answer may repeat it. */
  readonly sent: string;
}

async function ask(
  app: TestApp,
  name: string,
  asker: Asker,
  workspace: string,
  things: Populated,
): Promise<Answered> {
  const [method = '', pattern = ''] = name.split(' ');
  const body = bodyOf(name, things);
  const path = `${pattern
    .replace('{ws}', workspace)
    .replace('{id}', things.ids[idOf(pattern)])
    .replace('{name}', things.ids.secret)
    .replace('{number}', '1')
    .replace('{how}', 'accept')
    .replace('{person}', things.ids.person)
    .replace('{message}', things.ids.message)
    .replace('{connection}', things.ids.mailbox)}${QUERIES[name.split('/').at(-1) ?? ''] ?? ''}`;
  const stopped = new AbortController();
  const answer = await app.request(path, {
    method,
    signal: stopped.signal,
    headers: {
      origin: 'http://localhost',
      ...asker.headers,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body }),
  });
  // A stream that was opened has no end; what it says first is enough.
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? await firstOf(answer) : await answer.text();
  stopped.abort();
  return { status: answer.status, text, sent: `${path} ${body ?? ''}` };
}

async function firstOf(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ? Buffer.from(first.value).toString() : '';
}

function isOfWorkspace(need: Need): boolean {
  return need.kind === 'member';
}

const QUERIES: Readonly<Record<string, string>> = {
  objects: '?name=a.txt',
  compare: '?from=0&to=1',
};

const KINDS: Readonly<Record<string, IdName>> = {
  agents: 'agent',
  runs: 'run',
  questions: 'question',
  conversations: 'conversation',
  connections: 'connection',
  keys: 'key',
  permissions: 'permission',
  memories: 'memory',
  policy: 'proposal',
  tables: 'table',
  cases: 'case',
  outbox: 'mail',
};

function idOf(pattern: string): IdName {
  const kind = pattern.replace('/api/v1/workspaces/{ws}/', '').split('/')[0] ?? '';
  return KINDS[kind] ?? 'run';
}

/** A body that fits, with the things of the workspace that is asked for. */
function bodyOf(name: string, { ids }: Populated): string | null {
  const route = name.replace('/api/v1/workspaces/{ws}/', '');
  const draft = { name: 'x', model: { connection: ids.connection, name: 'm' } };
  const bodies: Readonly<Record<string, object>> = {
    'POST agents': { draft },
    'PUT agents/{id}': { draft, revision: 1 },
    'POST agents/{id}/publish': { revision: 1 },
    'POST runs': {
      agent: ids.agent,
      message: { text: 'x', files: [ids.object] },
      conversation: ids.conversation,
    },
    'POST runs/{id}/cancel': { reason: 'x' },
    'POST questions/{id}/answer': { kind: 'deny', reason: 'x' },
    'POST questions/answers': {
      answers: [{ id: ids.question, answer: { kind: 'deny', reason: 'x' } }],
    },
    'PUT connections/{id}': {
      name: 'x',
      config: { kind: 'smtp', host: 'localhost', port: 25, tls: 'none', from: 'x@example.com' },
    },
    'PUT secrets/{name}': { value: 'x', connection: ids.connection },
    'PUT rules': { separateDuties: false },
    'POST policy/simulate': { cedar: 'permit(principal, action, resource);' },
    'POST policy/check': { cedar: 'permit(principal, action, resource);' },
    'POST policy/versions/{number}/restore': {},
    'POST policy/proposals': { cedar: 'permit(principal, action, resource);', number: 1 },
    'POST policy/proposals/{id}/{how}': {},
    'PUT policy': { cedar: 'permit(principal, action, resource);' },
    'POST members': { email: 'new@example.com', role: 'user' },
    'PUT members/{person}': { role: 'user' },
    'POST keys': { name: 'x', scopes: ['runs:read'] },
    'POST memories/{id}/edit': { text: 'x' },
    'POST memories/rollback': { source: ids.memory },
    'POST memories/rollback/restore': { rollback: ids.rollback },
    'POST permissions': {
      ...{ agent: ids.agent, action: 'mail.send', pointer: '/to/*' },
      allows: { kind: 'exact', value: 'x@example.com' },
    },
  };
  const body = bodies[route];
  return body === undefined ? null : canonical(body as Parameters<typeof canonical>[0]);
}

/** An empty list: the thing was not found among one's own. */
function isEmpty(text: string): boolean {
  return text === '' || /"(items|rows|mails|messages)":\[\]/.test(text) || text === '[]';
}
