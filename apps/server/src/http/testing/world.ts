import {
  type ConversationSummary,
  digest,
  isJsonObject,
  type Label,
  ROLES,
  type Role,
  type Scope,
} from '@countersign/contract';
import { createApp } from '../app.ts';
import type { AuthDoor, Invited } from '../auth/port.ts';
import type { Doors, FailedRequest } from '../doors.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { originsOf } from '../origins.ts';
import { manualClock } from './manual-clock.ts';
import { memoryConfig } from './memory-config.ts';
import { memoryKeys } from './memory-keys.ts';
import { memoryMemories } from './memory-memories.ts';
import { memoryPermissions } from './memory-permissions.ts';
import { memoryRuns } from './memory-runs.ts';
import { memorySecrets } from './memory-secrets.ts';
import {
  someAction,
  someCase,
  someConnections,
  someDraft,
  someMail,
  someMessage,
  someSimulation,
} from './some-content.ts';

/** The workspace everything happens in, and the one nobody of it has a part in. */
export const HOME = 'ws_home';
export const ELSEWHERE = 'ws_elsewhere';

/** A whole application over memory, with one person of each role in {@link HOME}: `usr_owner`, `usr_admin` and so on. */
export async function world(changes: Partial<Doors> = {}) {
  const clock = manualClock();
  let counter = 0;
  const ids = {
    now: clock.now,
    randomBytes: (length: number) =>
      new Uint8Array(Buffer.from(digest(String(counter++)), 'hex')).slice(0, length),
  };
  const config = memoryConfig(clock.now);
  const memory = memoryRuns(clock.now);
  const keys = memoryKeys(ids);
  const permissions = memoryPermissions(ids);
  const memories = memoryMemories(ids);
  const failures: FailedRequest[] = [];
  const uploads = new Map<
    string,
    { name: string; mediaType: string; bytes: Uint8Array<ArrayBuffer>; label: Label }
  >();
  const threads = new Map<string, ConversationSummary & { readonly workspace: string }>();
  const invitations = new Map<string, Invited>();

  const doors: Doors = {
    runs: memory.runs,
    reader: memory.reader,
    config,
    policies: config,
    simulate: async () => someSimulation,
    tables: { tables: async () => [], query: async () => [] },
    cases: { list: async () => [], get: async () => ({ record: someCase, comments: [] }) },
    objects: {
      async put(_workspace, object) {
        const id = `obj_${uploads.size + 1}`;
        uploads.set(id, { ...object, bytes: new Uint8Array(object.bytes) });
        return id;
      },
      get: async (_workspace, id) => uploads.get(id) ?? null,
    },
    keys,
    permissions,
    memories,
    conversations: {
      conversations: async (workspace, person) => ({
        items: [...threads.values()].filter(
          (one) => one.workspace === workspace && (person === null || one.person === person),
        ),
        next: null,
      }),
      async conversation(workspace, id) {
        const thread = threads.get(id);
        return thread?.workspace === workspace ? thread : null;
      },
      async createConversation(workspace, draft) {
        const id = `cnv_${threads.size + 1}`;
        const times = { createdAt: clock.now(), updatedAt: clock.now() };
        const thread = { id, workspace, ...draft, ...times };
        threads.set(id, thread);
        return thread;
      },
      touch: async () => true,
    },
    outbox: { mails: async () => [someMail], mail: async () => someMail },
    mailbox: {
      list: async () => [],
      read: async (_workspace, _connection, id) => (id === someMessage.id ? someMessage : null),
    },
    ledger: {
      checkpoint: async () => ({ origin: HOME, size: 1, root: '0'.repeat(64), note: 'note' }),
      verifierKey: async () => 'name+hash+key',
      runProof: async (_workspace, run) => ({
        format: 'countersign-proof-v1',
        run,
        checkpoint: 'note',
        verifierKey: 'name+hash+key',
        entries: [],
      }),
      async *export() {
        yield { path: 'key', bytes: new TextEncoder().encode('name+') };
        yield { path: 'key', bytes: new TextEncoder().encode('hash') };
      },
      audit: async () => ({ size: 1, findings: [] }),
    },
    secrets: memorySecrets(),
    catalog: [someAction],
    checks: {
      action: (descriptor) => ({
        action: isJsonObject(descriptor) ? String(descriptor['id']) : null,
        findings: [{ at: '/sinks', says: 'It has none.', kind: 'undeclared' }],
      }),
      policies: async (cedar, tests) => ({
        problems: cedar.includes('permit')
          ? []
          : [{ line: 1, column: null, says: 'nothing is permitted' }],
        findings: [],
        // Permits all that it does not forbid.
        tests: tests.map(({ name, expect: expected }) => {
          const actual = cedar.includes('forbid') ? 'deny' : 'allow';
          return { name, ok: expected === actual, expected, actual, policies: [] };
        }),
      }),
      connection: async (_workspace, connection) =>
        connection.kind === 'mailbox' && !connection.folder.startsWith('/')
          ? { field: 'folder', message: 'The folder must be absolute.' }
          : null,
      answering: async (workspace, { person }) => {
        const { separateDuties } = await config.rules(workspace);
        return ({ requestedBy }) => (separateDuties && requestedBy === person ? 'own' : null);
      },
    },
    auth: cookieAuth(invitations),
    health: async () => ({ ok: true, version: '0', now: clock.now(), parts: [] }),
    version: '0.1.0',
    studio: null,
    swagger: { read: async () => null },
    origins: originsOf({ host: 'localhost', port: 80 }),
    clock,
    ids,
    limits: DEFAULT_LIMITS,
    report: (failure) => failures.push(failure),
    ...changes,
  };

  await fill(doors);
  const app = createApp(doors);
  const request = (path: string, init?: RequestInit) =>
    app.request(new Request(`http://localhost${path}`, init));
  const callAs =
    (credentials: Readonly<Record<string, string>>) =>
    (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      request(path.startsWith('/') ? path : `/api/v1/workspaces/${HOME}/${path}`, {
        method,
        headers: {
          origin: 'http://localhost',
          ...credentials,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

  return {
    app,
    doors,
    clock,
    memory,
    keys,
    permissions,
    memories,
    failures,
    uploads,
    invitations,
    request,
    /** Sends a request as a person in a browser. A path without a slash is one of {@link HOME}. */
    as: (person: string) => callAs({ cookie: `session=${person}` }),
    /** Sends a request with a key. */
    withKey: (text: string) => callAs({ authorization: `Bearer ${text}` }),
    /** Makes a key of `usr_owner`, or of another, and gives its text. */
    keyWith(
      scopes: readonly Scope[],
      about: { agent?: string; workspace?: string; person?: string } = {},
    ) {
      const text = `cs_${String(counter++).padStart(30, '0')}`;
      keys.put(text, {
        workspace: about.workspace ?? HOME,
        person: about.person ?? 'usr_owner',
        agent: about.agent ?? null,
        scopes,
        expiresAt: null,
        revokedAt: null,
      });
      return text;
    },
  };
}

/** The id of the person who has a role in {@link HOME}. */
export function personOf(role: Role): string {
  return `usr_${role}`;
}

async function fill({ config }: Doors): Promise<void> {
  const member = (person: string, role: Role) => ({
    person,
    name: person,
    email: `${person}@example.com`,
    role,
  });
  for (const id of [HOME, ELSEWHERE]) {
    const owner = id === HOME ? personOf('owner') : 'usr_stranger';
    await config.createWorkspace({ id, name: id, createdAt: 0 }, member(owner, 'owner'));
    for (const connection of someConnections(id)) await config.putConnection(connection, owner);
    await config.saveDraft(id, 'agt_one', someDraft, 0, owner);
  }
  for (const role of ROLES) await config.putMember(HOME, member(personOf(role), role), 'usr_owner');
}

/** Whoever the cookie names is signed in. */
function cookieAuth(invitations: Map<string, Invited>): AuthDoor {
  return {
    async session(headers) {
      const person = /session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1];
      if (person === undefined || person === 'nobody') return null;
      return { id: 's', person, name: person, email: `${person}@example.com` };
    },
    handle: async () => Response.json(null),
    needsSetup: async () => false,
    async invite(invited) {
      const token = `token-${invitations.size + 1}`;
      invitations.set(token, invited);
      return { token, expiresAt: 1 };
    },
    async accept(token, session) {
      const invited = invitations.get(token);
      return invited?.email === session.email ? invited : null;
    },
    async withdraw({ workspace, email, by }) {
      for (const [token, one] of invitations)
        if (one.workspace === workspace && (one.email === email || one.by === by))
          invitations.delete(token);
    },
  };
}
