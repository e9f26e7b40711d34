import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDefinition, Tool } from '@countersign/contract';
import type { Product } from './product.ts';

/** What is else than in an agent that reads and writes mail. */
type More = Partial<Omit<AgentDefinition, 'tools'>> & {
  /** Each goes through the connection that the example's tool has, or through none. */
  readonly tools?: readonly Omit<Tool, 'connection'>[];
};

const MAIL = [{ action: 'mail.list' }, { action: 'mail.send' }];

/** Makes and publishes an agent that reads and writes mail, and whose model plays a file. Gives its id. */
export async function scriptedAgent(
  product: Pick<Product, 'client' | 'data'>,
  name: string,
  turns: readonly object[],
  more: More = {},
): Promise<string> {
  const { id, revision } = await scriptedDraft(product, name, turns, more);
  await product.client.agents.publish(id, revision);
  return id;
}

/** The same, not published yet. */
export async function scriptedDraft(
  { client, data }: Pick<Product, 'client' | 'data'>,
  name: string,
  turns: readonly object[],
  { tools = MAIL, ...more }: More = {},
): Promise<{ readonly id: string; readonly revision: number }> {
  mkdirSync(join(data, 'scripts'), { recursive: true });
  writeFileSync(join(data, 'scripts', `${name}.json`), JSON.stringify({ turns }));
  await client.connections.put(`con_${name}`, {
    name,
    config: { kind: 'model', provider: 'scripted', script: `${name}.json`, allowPrivate: false },
  });
  const [example] = await client.agents.list();
  if (!example) throw new Error('the example is not there');
  const { tools: known, model } = example.draft;
  const connectionOf = (action: string) =>
    known.find((tool) => tool.action === action)?.connection ?? null;
  return client.agents.create({
    ...example.draft,
    name: `Letters ${name}`,
    instructions: '',
    model: { ...model, connection: `con_${name}`, name: 'script' },
    tools: tools.map((tool) => ({ ...tool, connection: connectionOf(tool.action) })),
    ...more,
  });
}
