import type {
  AgentDefinition,
  AgentSnapshot,
  ConfigStore,
  Entry,
  EntryKind,
  Member,
  PolicyStore,
  RecordReader,
} from '@countersign/contract';
import type { LimitStore } from '../ports.ts';

/** How a suite gets its stores: the configuration, and the ledger that its changes are entries of. */
export interface ConfigUnderTest {
  readonly config: () => ConfigStore & LimitStore & PolicyStore;
  readonly reader: () => RecordReader;
}

/** The Cedar text the stores are made with. */
export const DEFAULT_POLICY = 'permit (principal, action, resource);';

let counter = 0;

/** A name that no other test uses. */
export function fresh(prefix: string): string {
  return `${prefix}_${++counter}`;
}

export const ada: Member = {
  person: 'usr_ada',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'owner',
};
export const bob: Member = {
  person: 'usr_bob',
  name: 'Bob',
  email: 'bob@example.com',
  role: 'user',
};

/** A new workspace that Ada owns. */
export async function freshWorkspace(config: ConfigStore): Promise<string> {
  const id = fresh('ws');
  await config.createWorkspace({ id, name: `Workspace ${id}`, createdAt: 1_700_000_000_123 }, ada);
  return id;
}

export const definition: AgentDefinition = {
  name: 'Triage',
  description: '',
  instructions: 'Sort the mail.',
  model: { connection: 'con_1', name: 'scripted', maxOutputTokens: 100, temperature: 0.1 },
  tools: [{ action: 'mail.list', connection: 'con_2' }],
  opening: '',
  suggestions: ['Look at my mail'],
  limits: { steps: 3 },
  questionTtlMs: 86_400_000,
};

/** A version of an agent with one pinned tool. */
export function snapshotOf(id: string, version: number): AgentSnapshot {
  const tool = {
    action: 'mail.list',
    pin: 'a'.repeat(64),
    connection: 'con_2',
    description: 'Lists mail',
    input: { type: 'object' },
  };
  return { id, version, definition, tools: [tool] };
}

/** The entries of a kind in a workspace's log, oldest first. */
export async function entriesOf(
  reader: RecordReader,
  workspace: string,
  kind: EntryKind,
): Promise<readonly Entry[]> {
  const all = await reader.log(workspace, 0, 1000);
  return all.filter((entry) => entry.leaf.kind === kind);
}
