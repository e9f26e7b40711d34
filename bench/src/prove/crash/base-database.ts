import { randomBytes } from 'node:crypto';
import { catalog } from '@countersign/catalog';
import {
  type ActionDescriptor,
  type AgentDefinition,
  agentDefinitionSchema,
  DELEGATE,
  type JsonObject,
  must,
  newId,
  pinOf,
} from '@countersign/contract';
import { DEFAULT_POLICIES } from '@countersign/gateway';
import { createPostgresConfigStore } from '@countersign/record';
import { systemPowers, TEST_ACTIONS } from '@countersign/server/testing';
import pg from 'pg';
import type { ProofDatabase } from '../with-database.ts';

/** A database with a workspace, a person and a published agent, from which each case gets a copy of its own. */
export interface BaseDatabase {
  readonly workspace: string;
  readonly person: string;
  readonly agent: string;
  readonly password: string;
  /** A fresh copy, and the way to drop it. */
  copy(): Promise<{ readonly url: string; drop(): Promise<void> }>;
  close(): Promise<void>;
}

/** Sets the base up through the configuration's own store. */
export async function baseDatabase({ database, open }: ProofDatabase): Promise<BaseDatabase> {
  const powers = systemPowers();
  const [workspace, person, agent] = [
    newId('workspace', powers),
    newId('user', powers),
    newId('agent', powers),
  ];
  const record = await open();
  const config = createPostgresConfigStore(record.pool, {
    ...powers,
    defaultPolicy: DEFAULT_POLICIES,
  });
  await config.createWorkspace(
    { id: workspace, name: 'Crash', createdAt: powers.now() },
    { person, name: 'Pat', email: 'pat@example.com', role: 'owner' },
  );
  await config.putConnection(
    {
      id: 'con_model',
      workspace,
      name: 'Model',
      config: { kind: 'model', provider: 'scripted', allowPrivate: false },
    },
    person,
  );
  await config.saveDraft(workspace, agent, DEFINITION, 0, person);
  const tools = actions().map((descriptor) => ({
    action: descriptor.id,
    pin: pinOf(descriptor),
    connection: null,
    description: descriptor.description,
    input: descriptor.input as JsonObject,
  }));
  await config.publish(workspace, { id: agent, version: 1, definition: DEFINITION, tools }, person);
  // A database that somebody is connected to cannot be copied.
  await record.close();

  // Copies are made one after the other: the base must have nobody else connected.
  const admin = new pg.Pool({ connectionString: withName(database.url, 'postgres'), max: 1 });
  const base = new URL(database.url).pathname.slice(1);
  return {
    workspace,
    person,
    agent,
    password: database.appPassword,
    copy: async () => {
      const name = `crash_${randomBytes(6).toString('hex')}`;
      await admin.query(`create database ${name} template ${base}`);
      return {
        url: withName(database.url, name),
        drop: async () => {
          await admin.query(`drop database ${name} with (force)`);
        },
      };
    },
    close: () => admin.end(),
  };
}

/** What the agent has: the tests' own actions, and to delegate. */
function actions(): readonly ActionDescriptor[] {
  const delegate = must(catalog().get(DELEGATE), 'the catalogue holds the delegation');
  return [...TEST_ACTIONS, delegate.descriptor];
}

const DEFINITION: AgentDefinition = agentDefinitionSchema.parse({
  name: 'Tester',
  model: { connection: 'con_model', name: 'test' },
  tools: actions().map(({ id }) => ({ action: id })),
});

function withName(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
