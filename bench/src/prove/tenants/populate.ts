import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  agentDefinitionSchema,
  label,
  newId,
  type PermissionDraft,
  type Question,
  ROLES,
  type Role,
  SCOPES,
} from '@countersign/contract';
import type { Ledger } from '@countersign/record';
import { type Stores, systemPowers } from '@countersign/server/testing';

/** A workspace with something in every store, and the ids of all of it. Every text in it holds `mark`. */
export interface Populated {
  readonly workspace: string;
  /** Stands in every text of this workspace, and in nothing else. */
  readonly mark: string;
  readonly people: Readonly<Record<Role, string>>;
  readonly ids: Readonly<Record<IdName, string>>;
  /** The text of a key of the owner with every scope a key may have. */
  readonly keyText: string;
}

export type IdName =
  | 'agent'
  | 'run'
  | 'question'
  | 'conversation'
  | 'connection'
  | 'mailbox'
  | 'table'
  | 'row'
  | 'case'
  | 'object'
  | 'mail'
  | 'message'
  | 'key'
  | 'permission'
  | 'memory'
  | 'rollback'
  | 'proposal'
  /** A permission that was revoked. */
  | 'ended'
  | 'secret'
  | 'person';

const system = label('system');

/** Fills a workspace through every store, as the application's doors would. `folder` gets its mailbox. */
export async function populate(
  stores: Stores,
  ledger: Ledger,
  mark: string,
  folder: string,
): Promise<Populated> {
  const powers = systemPowers();
  const workspace = newId('workspace', powers);
  const person = () => newId('user', powers);
  const people = {
    owner: person(),
    admin: person(),
    builder: person(),
    responder: person(),
    user: person(),
  };
  const { owner } = people;
  const { config } = stores;
  const member = (role: Role) => ({
    person: people[role],
    name: `${mark} ${role}`,
    email: `${role}.${mark}@example.com`,
    role,
  });
  await config.createWorkspace({ id: workspace, name: mark, createdAt: 1 }, member('owner'));
  for (const role of ROLES) await config.putMember(workspace, member(role), owner);

  const agent = newId('agent', powers);
  const connection = newId('connection', powers);
  const mailbox = newId('connection', powers);
  const definition = agentDefinitionSchema.parse({
    name: `${mark} agent`,
    instructions: mark,
    model: { connection, name: 'scripted' },
  });
  await config.saveDraft(workspace, agent, definition, 0, owner);
  await config.publish(workspace, { id: agent, version: 1, definition, tools: [] }, owner);
  await config.putConnection(
    {
      id: connection,
      workspace,
      name: mark,
      config: { kind: 'model', provider: 'scripted', allowPrivate: false },
    },
    owner,
  );
  const mails = join(folder, mark);
  await mkdir(mails, { recursive: true });
  await writeFile(
    join(mails, 'one.eml'),
    `From: a@example.com\r\nSubject: ${mark}\r\n\r\n${mark}\r\n`,
  );
  await config.putConnection(
    {
      id: mailbox,
      workspace,
      name: `${mark} mail`,
      config: { kind: 'mailbox', folder: mails, owner: `user.${mark}@example.com`, addresses: [] },
    },
    owner,
  );
  const secret = `SECRET_${mark.toUpperCase()}`;
  const envelope = { keyId: mark, wrappedKey: mark, iv: mark, ciphertext: mark, tag: mark };
  const sealed = { ...envelope, bound: { connection, destination: { base: mark } } };
  await config.putSecret(workspace, { name: secret, version: 1, sealed }, owner);
  const { cedar } = await config.policy(workspace);
  const change = { cedar: `// ${mark}\n${cedar}`, note: mark };
  await config.putPolicy(workspace, change, owner);
  const proposed = await config.proposePolicy(workspace, change, 1, owner);
  await config.putLimits(workspace, `agent:${agent}`, { steps: 5 }, owner);

  const columns = [{ name: 'text', type: 'text', required: false }] as const;
  const table = await stores.tables.create(
    workspace,
    { name: `table_${mark}`, columns },
    `${mark} table`,
  );
  const [row] = await stores.tables.insert(
    workspace,
    table.id,
    [{ text: mark }],
    system,
    `${mark} row`,
  );
  const draft = { title: mark, description: mark, priority: 'low', severity: 'low' } as const;
  const record = await stores.cases.create(
    workspace,
    { ...draft, createdBy: owner, label: system },
    `${mark} case`,
  );
  await stores.cases.comment(
    workspace,
    { case: record.id, text: mark, by: owner, label: system },
    `${mark} comment`,
  );
  const object = await stores.objects.put(workspace, {
    ...{ name: `${mark}.txt`, mediaType: 'text/plain', bytes: Buffer.from(mark) },
    ...{ label: system, by: owner },
  });
  const key = await stores.keys.createKey(
    workspace,
    { name: mark, person: owner, agent: null, scopes: SCOPES, expiresAt: null },
    owner,
  );
  const mail = await stores.outbox.take(workspace, {
    ...{ from: `${mark}@example.com`, to: [`${mark}@example.com`], subject: mark },
    ...{ text: mark, raw: `Subject: ${mark}\r\n\r\n${mark}` },
  });
  const conversation = await stores.conversations.createConversation(workspace, {
    ...{ agent, person: owner, title: mark },
  });
  const permit: PermissionDraft = {
    ...{ agent, action: 'mail.send', connection: null, pointer: '/to', asked: null },
    days: 90,
    allows: { kind: 'exact', value: mark },
    weekly: { calls: 3, sum: null },
  };
  const [permission, ended] = await stores.permissions.makePermissions(
    workspace,
    [permit, permit],
    owner,
  );
  await stores.permissions.revokePermission(workspace, ended?.id ?? '', owner);
  const { memory, rollback } = await memoriesOf(stores, { workspace, agent, person: owner, mark });
  const { run, question } = await aRun(stores, {
    workspace,
    agent,
    owner,
    mark,
    conversation: conversation.id,
  });
  await ledger.checkpoint(workspace);
  return {
    workspace,
    mark,
    people,
    keyText: key.text,
    ids: {
      ...{ agent, run, question, conversation: conversation.id, connection, mailbox, secret },
      ...{ table: table.id, row: row?.id ?? '', case: record.id, object, mail: mail.id },
      // Its mailbox names it once somebody has looked; see `withMessage` in routes.ts.
      proposal: proposed.kind === 'proposed' ? proposed.proposal.id : '',
      ...{ memory, rollback },
      ...{ permission: permission?.id ?? '', ended: ended?.id ?? '' },
      ...{ key: key.key.id, person: people.user, message: '' },
    },
  };
}

/** A memory that waits for review, and one that was rolled back. */
async function memoriesOf(
  { memories }: Stores,
  about: { workspace: string; agent: string; person: string; mark: string },
): Promise<{ memory: string; rollback: string }> {
  const { workspace, agent, person, mark } = about;
  const write = async (run: string) => {
    const call = `${run}.1`;
    const draft = { text: mark, run, call, supersedes: null, days: 365 };
    const own = label('untrusted', 'public', [`${mark}#/text`]);
    const key = `${mark} ${call}`;
    const written = await memories.write(workspace, { ...draft, person, agent, label: own }, key);
    return written.kind === 'written' ? written.item.id : '';
  };
  const [memory, gone] = [await write(`run_${mark}1`), await write(`run_${mark}2`)];
  const wish = { source: `run_${mark}2`, person: null };
  const done = await memories.rollBack(workspace, wish, [gone], person);
  return { memory, rollback: done.kind === 'done' ? done.rollback : '' };
}

/** A run that waits for an answer, and so many entries that the tree has a node of its own. */
async function aRun(
  { record }: Stores,
  about: { workspace: string; agent: string; owner: string; mark: string; conversation: string },
): Promise<{ run: string; question: string }> {
  const { workspace, agent, owner, mark, conversation } = about;
  const powers = systemPowers();
  const run = newId('run', powers);
  const question: Question = {
    ...{ id: newId('question', powers), run, call: `${run}.1`, callHash: 'a'.repeat(64) },
    ...({ kind: 'call', action: 'mail.send', effect: 'send', sentence: mark } as const),
    ...{ args: { to: mark }, missing: [], askedAt: 1, expiresAt: 9e12, requestedBy: owner },
  };
  const definition = agentDefinitionSchema.parse({
    name: mark,
    model: { connection: 'con_model', name: 'scripted' },
  });
  const start = {
    actor: { workspace, person: owner, roles: [...ROLES], agent, agentVersion: 1, run },
    grant: { actions: [], connections: [], expiresAt: 9e12, ancestors: [] },
    agent: { id: agent, version: 1, definition, tools: [] },
    trigger: { kind: 'api', by: owner, dedupe: mark },
    conversation,
  } as const;
  const filler = Array.from({ length: 260 }, () => ({
    ...({ kind: 'budget.changed', run: null, call: null } as const),
    ...{ ref: {}, payload: { mark } },
  }));
  await record.commit({
    workspace,
    entries: [{ kind: 'run.failed', run, call: null, ref: {}, payload: { mark } }, ...filler],
    create: { id: run, start, title: mark, lease: null },
    open: [question],
    accounts: [{ id: `run:${run}`, limits: { steps: 7 } }],
  });
  return { run, question: question.id };
}
