import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDefinition } from '@countersign/contract';
import type { Product } from './product.ts';

/** Makes and publishes an agent that reads and writes mail, and whose model plays a file. Gives its id. */
export async function scriptedAgent(
  { client, data }: Pick<Product, 'client' | 'data'>,
  name: string,
  turns: readonly object[],
  more: Partial<AgentDefinition> = {},
): Promise<string> {
  mkdirSync(join(data, 'scripts'), { recursive: true });
  writeFileSync(join(data, 'scripts', `${name}.json`), JSON.stringify({ turns }));
  await client.connections.put(`con_${name}`, {
    name,
    config: { kind: 'model', provider: 'scripted', script: `${name}.json`, allowPrivate: false },
  });
  const [example] = await client.agents.list();
  if (!example) throw new Error('the example is not there');
  const { tools, model } = example.draft;
  const { id, revision } = await client.agents.create({
    ...example.draft,
    name: `Letters ${name}`,
    instructions: '',
    model: { ...model, connection: `con_${name}`, name: 'script' },
    tools: tools.filter(({ action }) => action === 'mail.list' || action === 'mail.send'),
    ...more,
  });
  await client.agents.publish(id, revision);
  return id;
}
