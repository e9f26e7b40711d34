import {
  type ActionDescriptor,
  type AgentDefinition,
  type AgentRecord,
  type AgentSnapshot,
  type ConfigStore,
  type Connection,
  type PinnedTool,
  pinnedTool,
  toolNameOf,
} from '@countersign/contract';
import { httpFault } from './errors.ts';

/**
 * The next version of an agent: its draft with every tool pinned to what the catalog says today.
 *
 * @throws fault `HTTP_AGENT` for a record-only agent where there is no sandbox, and for a tool that does not exist, is the platform's, lacks a fitting connection, or
 * looks to the model like another one.
 */
export async function nextVersion(
  agent: AgentRecord,
  catalog: readonly ActionDescriptor[],
  config: Pick<ConfigStore, 'connection' | 'rules'>,
): Promise<AgentSnapshot> {
  const { draft, workspace } = agent;
  if (draft.mode === 'record-only' && !(await config.rules(workspace)).sandbox)
    throw misfit('mode', NO_SANDBOX);
  await assertModel(draft, (id) => config.connection(workspace, id));
  const tools: PinnedTool[] = [];
  for (const [index, tool] of draft.tools.entries()) {
    const field = `tools.${index}`;
    const descriptor = catalog.find((action) => action.id === tool.action);
    if (descriptor === undefined) {
      throw misfit(`${field}.action`, `There is no action \`${tool.action}\`.`);
    }
    const alike = tools.find((other) => toolNameOf(other.action) === toolNameOf(tool.action));
    if (alike !== undefined) throw misfit(`${field}.action`, sayAlike(alike.action, tool.action));
    if (!isForAgents(descriptor)) {
      throw misfit(`${field}.action`, `The action \`${tool.action}\` is the platform's own.`);
    }
    const connection =
      tool.connection === null ? null : await config.connection(workspace, tool.connection);
    assertConnection(descriptor, tool.connection, connection, `${field}.connection`);
    tools.push(pinnedTool(descriptor, tool.connection));
  }
  return { id: agent.id, version: agent.publishedVersion + 1, definition: draft, tools };
}

/** Whether an agent may have an action: none that steers the platform, and asking the model is the engine's own act. */
export function isForAgents(descriptor: ActionDescriptor): boolean {
  return !Object.values(descriptor.sinks).includes('ctl') && descriptor.connection !== 'model';
}

async function assertModel(
  draft: AgentDefinition,
  connectionOf: (id: string) => Promise<Connection | null>,
): Promise<void> {
  const connection = await connectionOf(draft.model.connection);
  if (connection?.config.kind !== 'model') {
    throw misfit('model.connection', 'The model needs a connection of kind `model`.');
  }
}

function assertConnection(
  descriptor: ActionDescriptor,
  named: string | null,
  connection: Connection | null,
  field: string,
): void {
  const wanted = descriptor.connection;
  if (named !== null && connection === null) {
    throw misfit(field, `There is no connection \`${named}\`.`);
  }
  if (wanted !== null && connection?.config.kind !== wanted) {
    throw misfit(
      field,
      `The action \`${descriptor.id}\` needs a connection of kind \`${wanted}\`.`,
    );
  }
  if (wanted === null && named !== null) {
    throw misfit(field, `The action \`${descriptor.id}\` takes no connection.`);
  }
}

const NO_SANDBOX =
  'A record-only agent does what would be held, so it is published in a sandbox alone: choose another mode, or have an owner mark the workspace as a sandbox where nothing in it is real.';

function sayAlike(first: string, second: string): string {
  if (first === second) return `The action \`${second}\` is there twice.`;
  const name = toolNameOf(second);
  return `The actions \`${first}\` and \`${second}\` are both \`${name}\` to the model, which could not tell them apart; take one of them away.`;
}

function misfit(field: string, message: string) {
  return httpFault('HTTP_AGENT', { message, details: { field } });
}
