import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ActionDescriptor, type Member, must, newId, SCOPES } from '@countersign/contract';
import { type SeedPowers, seedExample } from '../example/seed.ts';
import type { ExampleServices } from '../example/services.ts';
import type { Join } from '../http/auth/sign-up.ts';
import { assertStillGiven } from '../http/invitation.ts';
import type { Stores } from './stores.ts';
import type { SystemPowers } from './system.ts';

export interface JoinParts {
  readonly stores: Stores;
  readonly system: SystemPowers;
  readonly descriptor: (action: string) => ActionDescriptor;
  readonly example: {
    readonly folder: string;
    readonly mailbox: string;
    readonly services: ExampleServices;
  } | null;
  readonly data: string;
  readonly url: string;
}

/**
 * Gives a new person their place. The first one owns a workspace with the example in it, and gets a key for the
 * command line on this machine, kept in a file that only the server's user can read.
 */
export function createJoin(parts: JoinParts): Join {
  const { stores } = parts;
  return async ({ id, name, email }, invited) => {
    if (invited) {
      await assertStillGiven(stores.config, invited);
      await stores.config.putMember(
        invited.workspace,
        { person: id, name, email, role: invited.role },
        invited.by,
      );
      return;
    }
    const owner: Member = { person: id, name, email, role: 'owner' };
    const workspace = newId('workspace', parts.system);
    await stores.config.createWorkspace(
      { id: workspace, name: 'First workspace', createdAt: parts.system.now() },
      owner,
    );
    await seed(parts, workspace, owner);
    await keyForThisMachine(parts, workspace, owner);
  };
}

async function seed(parts: JoinParts, workspace: string, owner: Member): Promise<void> {
  const { example, stores, system } = parts;
  if (!example) return;
  const powers: SeedPowers = {
    ...{
      now: system.now,
      randomBytes: system.randomBytes,
      config: stores.config,
      tables: stores.tables,
      descriptor: parts.descriptor,
    },
    example: example.folder,
    mailbox: example.mailbox,
    ports: example.services.ports,
  };
  await seedExample(powers, workspace, owner);
  await example.services.belongsTo(workspace);
}

async function keyForThisMachine(
  { stores, data, url }: JoinParts,
  workspace: string,
  owner: Member,
): Promise<void> {
  const draft = {
    name: 'Command line on the server',
    person: owner.person,
    agent: null,
    scopes: SCOPES,
    expiresAt: null,
  } as const;
  const { text } = await stores.keys.createKey(workspace, draft, owner.person);
  await writeFile(
    join(data, 'cli.json'),
    `${JSON.stringify({ url, key: text, workspace }, null, 2)}\n`,
    { mode: 0o600 },
  );
}

/** Finds a descriptor that the example needs. */
export function descriptorsById(
  descriptors: readonly ActionDescriptor[],
): (action: string) => ActionDescriptor {
  const byId = new Map(descriptors.map((descriptor) => [descriptor.id, descriptor]));
  return (action) => must(byId.get(action), `the catalogue holds ${action}`);
}
