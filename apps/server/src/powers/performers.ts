import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { catalog } from '@countersign/catalog';
import type { ActionDescriptor } from '@countersign/contract';
import {
  type BrokerAddress,
  type BrokerClient,
  brokerClient,
  builtInPerformers,
  createMailboxes,
  type FindConnection,
  type FindFolder,
  type Mailboxes,
  nodeMailFolder,
  type Performers,
} from '@countersign/executor';
import type { Stores } from './stores.ts';
import type { SystemPowers } from './system.ts';

/** Every descriptor, and those that builders may attach. */
export function descriptors(): {
  readonly all: readonly ActionDescriptor[];
  readonly attachable: readonly ActionDescriptor[];
} {
  const entries = [...catalog().values()];
  return {
    all: entries.map((entry) => entry.descriptor),
    attachable: entries.filter((entry) => entry.attachable).map((entry) => entry.descriptor),
  };
}

/** What performs granted calls, and the broker it reaches the world through. */
export interface Performing {
  readonly performers: Performers;
  readonly client: BrokerClient;
  readonly mailboxes: Mailboxes;
}

/** Connects to the broker and makes the built-in performers. */
export function openPerformers(parts: {
  readonly broker: BrokerAddress;
  readonly stores: Pick<Stores, 'tables' | 'cases' | 'memories' | 'objects'>;
  readonly findConnection: FindConnection;
  /** Finds the folders of mailboxes, among those that may be read. */
  readonly findFolder: FindFolder;
  /** Folder whose files `scripted` models may play; a builder names one, and no other file of the server. */
  readonly scripts: string;
  readonly system: SystemPowers;
}): Performing {
  const { stores, findConnection, system } = parts;
  const client = brokerClient(parts.broker);
  const mailboxes = createMailboxes(parts.findFolder, nodeMailFolder);
  const performers = builtInPerformers({
    ...stores,
    broker: client.broker,
    findConnection,
    mailboxes,
    readScript: (name) => readFile(join(parts.scripts, basename(name)), 'utf8'),
    pace: (signal) => (signal.aborted ? Promise.resolve() : system.pause(WORD_MS)),
    now: system.now,
  });
  return { client, mailboxes, performers };
}

/** Milliseconds between two words of a model that runs here, so that people can follow it. */
const WORD_MS = 12;
