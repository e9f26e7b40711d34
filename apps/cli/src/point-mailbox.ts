import type { AgentRecord } from '@countersign/contract';
import type { Client } from '@countersign/sdk';
import { cliFault } from './errors.ts';

/**
 * Lets an agent's mail tools read another folder: each mailbox connection that its tools go through is changed
 * to it, owner and addresses kept. Tools name their connection in the published version, so its id must stay.
 *
 * @returns the changed connections, each with the folder it read before.
 * @throws fault `CLI_NO_MAIL_TOOL`.
 */
export async function pointMailbox(
  client: Client,
  agent: AgentRecord,
  folder: string,
): Promise<readonly { readonly id: string; readonly before: string | null }[]> {
  const connections = await client.connections.list();
  const used = new Set(
    agent.draft.tools.flatMap(({ action, connection }) =>
      connection !== null && action.startsWith('mail.') && action !== 'mail.send'
        ? [connection]
        : [],
    ),
  );
  const changed: { id: string; before: string | null }[] = [];
  for (const id of used) {
    const known = connections.find((connection) => connection.id === id);
    const config = known === undefined ? await newMailbox(client) : known.config;
    // Mail is sent through a connection of another kind, which stays as it is.
    if (config.kind !== 'mailbox') continue;
    await client.connections.put(id, {
      name: known?.name ?? 'Mailbox',
      config: { ...config, folder },
    });
    changed.push({ id, before: known?.config.kind === 'mailbox' ? known.config.folder : null });
  }
  if (changed.length === 0) throw cliFault('CLI_NO_MAIL_TOOL');
  return changed;
}

async function newMailbox(client: Client) {
  const { person } = await client.me();
  return { kind: 'mailbox' as const, owner: person.email, addresses: [] };
}
