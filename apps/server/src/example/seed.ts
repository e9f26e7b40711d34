import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ActionDescriptor,
  type AgentDefinition,
  agentDefinitionSchema,
  type ConfigStore,
  type IdPowers,
  type Member,
  newId,
  pinnedTool,
  type TableStore,
} from '@countersign/contract';

/** What the example needs of the server. */
export interface SeedPowers extends IdPowers {
  readonly config: ConfigStore;
  readonly tables: TableStore;
  readonly descriptor: (action: string) => ActionDescriptor;
  /** Folder of `examples/mail-triage` in the repository. */
  readonly example: string;
  /** Folder the mails are copied to, so that nothing a run does changes the example. */
  readonly mailbox: string;
  readonly ports: { readonly smtp: number; readonly intel: number };
}

/** Whose mailbox the example is. */
const OWNER = 'robin.hale@lumen-optics.example';

/** Ids the example's connections always have, so that their ports can be set anew at each start. */
const EXAMPLE = {
  mailbox: 'con_example_mailbox',
  smtp: 'con_example_smtp',
  intel: 'con_example_intel',
  model: 'con_example_gullible',
} as const;

/** Makes the example in a workspace: connections, table, and a published agent. Gives the agent's id. */
export async function seedExample(
  powers: SeedPowers,
  workspace: string,
  owner: Member,
): Promise<string> {
  await mkdir(powers.mailbox, { recursive: true });
  await cp(join(powers.example, 'mailbox'), powers.mailbox, {
    recursive: true,
    force: false,
    errorOnExist: false,
  });
  await connectExample(powers, workspace, owner.person);
  await powers.tables.create(
    workspace,
    { name: 'triage', columns: TRIAGE_COLUMNS },
    'example:triage',
  );
  const definition = await definitionOf(powers);
  const agent = newId('agent', powers);
  const saved = await powers.config.saveDraft(workspace, agent, definition, 0, owner.person);
  if (saved.kind !== 'saved') throw new Error('a new agent cannot be in conflict');
  await powers.config.publish(
    workspace,
    {
      id: agent,
      version: 1,
      definition,
      tools: definition.tools.map(({ action, connection }) =>
        pinnedTool(powers.descriptor(action), connection),
      ),
    },
    owner.person,
  );
  return agent;
}

/** Writes the example's connections with the ports its services have now. */
export async function connectExample(
  powers: Pick<SeedPowers, 'config' | 'mailbox' | 'ports'>,
  workspace: string,
  by: string,
): Promise<void> {
  const { smtp, intel } = powers.ports;
  const put = (
    id: string,
    name: string,
    config: Parameters<ConfigStore['putConnection']>[0]['config'],
  ) => powers.config.putConnection({ id, workspace, name, config }, by);
  await put(EXAMPLE.mailbox, 'Mailbox of Robin Hale', {
    kind: 'mailbox',
    folder: powers.mailbox,
    owner: OWNER,
    addresses: [],
  });
  await put(EXAMPLE.smtp, 'Mail sink (delivers nothing)', {
    kind: 'smtp',
    host: '127.0.0.1',
    port: smtp,
    tls: 'none',
    from: OWNER,
    allowPrivate: true,
  });
  await put(EXAMPLE.intel, 'Threat intelligence', {
    kind: 'http',
    baseUrl: `http://127.0.0.1:${intel}`,
    paths: ['/v1/indicators/'],
    methods: ['GET'],
    auth: { kind: 'none' },
    allowPrivate: true,
    cleared: true,
  });
  await put(EXAMPLE.model, 'Gullible model (obeys every order it reads)', {
    kind: 'model',
    provider: 'gullible',
    allowPrivate: false,
  });
}

/** The agent's tools and the connection each goes through. */
const TOOLS: readonly { readonly action: string; readonly connection: string | null }[] = [
  ...['mail.list', 'mail.read', 'mail.search', 'mail.delete'].map((action) => ({
    action,
    connection: EXAMPLE.mailbox,
  })),
  { action: 'mail.send', connection: EXAMPLE.smtp },
  { action: 'http.request', connection: EXAMPLE.intel },
  ...['ioc.extract', 'table.insert', 'table.query', 'case.create', 'case.comment'].map(
    (action) => ({ action, connection: null }),
  ),
];

const TRIAGE_COLUMNS = [
  { name: 'mail', type: 'text', required: true },
  { name: 'subject', type: 'text', required: false },
  { name: 'sender', type: 'text', required: false },
  { name: 'verdict', type: 'text', required: true },
  { name: 'indicators', type: 'text', required: false },
] as const;

async function definitionOf(powers: Pick<SeedPowers, 'example'>): Promise<AgentDefinition> {
  const file: unknown = JSON.parse(await readFile(join(powers.example, 'agent.json'), 'utf8'));
  return agentDefinitionSchema.parse({
    ...(file as object),
    model: { connection: EXAMPLE.model, name: 'gullible' },
    tools: TOOLS,
  });
}
