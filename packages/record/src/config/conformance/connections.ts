import type { Connection, SealedSecret } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { ada, type ConfigUnderTest, entriesOf, freshWorkspace } from './under-test.ts';

const sealed: SealedSecret = {
  keyId: 'kek-1',
  wrappedKey: 'd3JhcHBlZA==',
  iv: 'aXY=',
  ciphertext: 'c2VhbGVk',
  tag: 'dGFn',
  bound: { connection: 'con_mail', destination: { kind: 'smtp' } },
};

/** Connections and secrets, as every ConfigStore keeps them. */
export function connectionsConformance(name: string, { config, reader }: ConfigUnderTest): void {
  const mailbox = (workspace: string, folder: string): Connection => ({
    id: 'con_mail',
    workspace,
    name: 'Mail',
    config: { kind: 'mailbox', folder, owner: 'ada@example.com', addresses: [] },
  });

  describe(`${name} keeps connections and secrets`, () => {
    test('a connection is made and changed, and each change is an entry', async () => {
      const ws = await freshWorkspace(config());
      await config().putConnection(mailbox(ws, 'one'), ada.person);
      await config().putConnection(mailbox(ws, 'two'), ada.person);
      expect(await config().connections(ws)).toEqual([mailbox(ws, 'two')]);
      expect(await config().connection(ws, 'con_mail')).toEqual(mailbox(ws, 'two'));
      const entries = await entriesOf(reader(), ws, 'connection.changed');
      expect(entries.map(({ leaf }) => leaf.ref)).toEqual(
        [1, 2].map(() => ({ connection: 'con_mail', kind: 'mailbox', by: ada.person })),
      );
      const { name: called, config: settings } = mailbox(ws, 'two');
      expect(entries.at(-1)?.payload).toEqual({ name: called, config: settings });
    });

    test('the same id in another workspace is another connection', async () => {
      const [ws, other] = [await freshWorkspace(config()), await freshWorkspace(config())];
      await config().putConnection(mailbox(ws, 'mine'), ada.person);
      expect(await config().connection(other, 'con_mail')).toBeNull();
      await config().putConnection(mailbox(other, 'theirs'), ada.person);
      expect(await config().connection(ws, 'con_mail')).toEqual(mailbox(ws, 'mine'));
    });

    test('secrets are listed by name with their newest version, and nothing else is told', async () => {
      const ws = await freshWorkspace(config());
      await config().putSecret(ws, { name: 'smtp password', version: 1, sealed }, ada.person);
      await config().putSecret(ws, { name: 'api', version: 1, sealed }, ada.person);
      await config().putSecret(ws, { name: 'smtp password', version: 2, sealed }, ada.person);
      expect(await config().secrets(ws)).toEqual([
        { name: 'api', version: 1, createdAt: expect.any(Number), createdBy: ada.person },
        { name: 'smtp password', version: 2, createdAt: expect.any(Number), createdBy: ada.person },
      ]);
      const entries = await entriesOf(reader(), ws, 'secret.changed');
      expect(entries.map(({ leaf }) => leaf.ref)).toEqual(
        [1, 1, 2].map((version) => ({
          ...{ version, connection: 'con_mail', sealedWith: 'kek-1', by: ada.person },
        })),
      );
      expect(JSON.stringify(entries)).not.toContain(sealed.ciphertext);
    });

    test('versions of a secret follow each other, also with two writers at once', async () => {
      const ws = await freshWorkspace(config());
      const taken = { code: 'RECORD_VERSION_TAKEN' };
      const put = (version: number) =>
        config().putSecret(ws, { name: 'api', version: version, sealed }, ada.person);
      await expect(put(2)).rejects.toMatchObject(taken);
      const both = await Promise.allSettled([put(1), put(1)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(put(1)).rejects.toMatchObject(taken);
      expect(await entriesOf(reader(), ws, 'secret.changed')).toHaveLength(1);
    });

    test('a connection and its secret are changed together or not at all', async () => {
      const ws = await freshWorkspace(config());
      const put = (folder: string, version: number) =>
        config().putConnection(mailbox(ws, folder), ada.person, { name: 'api', version, sealed });
      await put('one', 1);
      await expect(put('two', 1)).rejects.toMatchObject({ code: 'RECORD_VERSION_TAKEN' });
      expect(await config().connections(ws)).toEqual([mailbox(ws, 'one')]);
      const both = await Promise.allSettled([put('three', 2), put('four', 2)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await config().secrets(ws)).toMatchObject([{ name: 'api', version: 2 }]);
      for (const kind of ['connection.changed', 'secret.changed'] as const)
        expect(await entriesOf(reader(), ws, kind)).toHaveLength(2);
    });

    test('another workspace sees no secret', async () => {
      const [ws, other] = [await freshWorkspace(config()), await freshWorkspace(config())];
      await config().putSecret(ws, { name: 'api', version: 1, sealed }, ada.person);
      expect(await config().secrets(other)).toEqual([]);
    });
  });
}
