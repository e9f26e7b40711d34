import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenBroker, openBroker, WORKSPACE } from '../testing/open-broker.ts';

let broker: OpenBroker;
beforeEach(async () => {
  broker = await openBroker();
});
afterEach(() => broker.close());

const root = () => randomBytes(32).toString('hex');
const first = { size: 1, root: root() };
const NONE = { from: 0, hashes: [] };

/** The same broker after its process has ended. */
async function restart(): Promise<void> {
  await broker.client.close();
  await broker.running.close(0);
  broker = { ...(await openBroker({ folder: broker.folder })), folder: broker.folder };
}

test('a checkpoint is signed, and remembered across a restart', async () => {
  const { signer } = broker.client;
  expect(await signer.lastSize(WORKSPACE)).toBe(0);
  const key = await signer.verifierKey(WORKSPACE);
  const note = await signer.sign(WORKSPACE, first, NONE);
  expect(note).toContain(`\n1\n${Buffer.from(first.root, 'hex').toString('base64')}\n`);
  await restart();
  expect(await broker.client.signer.lastSize(WORKSPACE)).toBe(1);
  expect(await broker.client.signer.verifierKey(WORKSPACE)).toBe(key);
  expect(await broker.client.signer.sign(WORKSPACE, first, { from: 1, hashes: [] })).toBe(note);
});

test('a head that does not extend the last one is refused, also after a restart', async () => {
  await broker.client.signer.sign(WORKSPACE, first, NONE);
  await restart();
  const forged = { size: 1, root: root() };
  await expect(
    broker.client.signer.sign(WORKSPACE, forged, { from: 1, hashes: [] }),
  ).rejects.toMatchObject({ code: 'LEDGER_ROLLED_BACK' });
});

test('each workspace has a log of its own', async () => {
  await broker.client.signer.sign(WORKSPACE, first, NONE);
  expect(await broker.client.signer.lastSize('ws_other')).toBe(0);
});

test('a damaged witness is not taken for none', async () => {
  await broker.client.signer.sign(WORKSPACE, first, NONE);
  const path = join(broker.folder, 'keys', 'witness', `${WORKSPACE}.json`);
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 20));
  await expect(broker.client.signer.lastSize(WORKSPACE)).rejects.toMatchObject({
    code: 'LEDGER_WITNESS_INVALID',
  });
});

test('the signing key is sealed, and is not made anew where it has signed', async () => {
  await broker.client.signer.sign(WORKSPACE, first, NONE);
  const keys = join(broker.folder, 'keys');
  expect((await readdir(keys)).sort()).toEqual(['kek.id', 'kek.key', 'signer.json', 'witness']);
  await broker.running.close(0);
  await rm(join(keys, 'signer.json'));
  await expect(openBroker({ folder: broker.folder })).rejects.toMatchObject({
    code: 'BROKER_KEY_MISSING',
  });
});

test('a signing key of another key file is told', async () => {
  const other = await openBroker();
  const foreign = await readFile(join(other.folder, 'keys', 'signer.json'), 'utf8');
  await broker.running.close(0);
  await writeFile(join(broker.folder, 'keys', 'signer.json'), foreign);
  await expect(openBroker({ folder: broker.folder })).rejects.toMatchObject({
    code: 'BROKER_KEY_WRONG',
  });
  await other.close();
});
