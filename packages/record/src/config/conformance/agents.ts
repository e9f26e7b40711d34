import { describe, expect, test } from 'vitest';
import {
  ada,
  type ConfigUnderTest,
  definition,
  entriesOf,
  fresh,
  freshWorkspace,
  snapshotOf,
} from './under-test.ts';

/** Agents' drafts and versions, as every ConfigStore keeps them. */
export function agentsConformance(name: string, { config, reader }: ConfigUnderTest): void {
  const draft = async (workspace: string) => {
    const id = fresh('agt');
    await config().saveDraft(workspace, id, definition, 0, ada.person);
    return id;
  };

  describe(`${name} keeps agents`, () => {
    test('a draft is saved on the revision that was read, and a second editor is told', async () => {
      const ws = await freshWorkspace(config());
      const id = fresh('agt');
      const save = (revision: number, called: string) =>
        config().saveDraft(ws, id, { ...definition, name: called }, revision, ada.person);
      expect(await save(0, 'one')).toEqual({ kind: 'saved', revision: 1 });
      expect(await save(0, 'thief')).toEqual({ kind: 'conflict', revision: 1 });
      expect(await save(1, 'two')).toEqual({ kind: 'saved', revision: 2 });
      expect(await save(1, 'late')).toEqual({ kind: 'conflict', revision: 2 });
      expect(await save(9, 'early')).toEqual({ kind: 'conflict', revision: 2 });
      const agent = await config().agent(ws, id);
      expect(agent).toMatchObject({ id, workspace: ws, revision: 2, publishedVersion: 0 });
      expect(agent?.draft).toEqual({ ...definition, name: 'two' });
    });

    test('a draft that is not there cannot be saved over', async () => {
      const ws = await freshWorkspace(config());
      expect(await config().saveDraft(ws, 'agt_new', definition, 3, ada.person)).toEqual({
        kind: 'conflict',
        revision: 0,
      });
      expect(await config().agent(ws, 'agt_new')).toBeNull();
    });

    test('of many editors at once one wins', async () => {
      const ws = await freshWorkspace(config());
      const id = await draft(ws);
      const saves = await Promise.all(
        Array.from({ length: 6 }, () => config().saveDraft(ws, id, definition, 1, ada.person)),
      );
      expect(saves.filter(({ kind }) => kind === 'saved')).toHaveLength(1);
    });

    test('a published version stays as it is, and the ledger holds it', async () => {
      const ws = await freshWorkspace(config());
      const id = await draft(ws);
      await config().publish(ws, snapshotOf(id, 1), ada.person);
      await config().saveDraft(ws, id, { ...definition, name: 'Other' }, 1, ada.person);
      await config().publish(ws, snapshotOf(id, 2), ada.person);
      expect(await config().version(ws, id, 1)).toEqual(snapshotOf(id, 1));
      expect((await config().agent(ws, id))?.publishedVersion).toBe(2);
      const [first] = await entriesOf(reader(), ws, 'agent.published');
      expect(first?.leaf.ref).toEqual({ agent: id, version: 1, by: ada.person });
      expect(first?.payload).toEqual(snapshotOf(id, 1));
    });

    test('versions have no gaps and are published once, also by two people at once', async () => {
      const ws = await freshWorkspace(config());
      const id = await draft(ws);
      const taken = { code: 'RECORD_VERSION_TAKEN' };
      const gap = config().publish(ws, snapshotOf(id, 2), ada.person);
      await expect(gap).rejects.toMatchObject(taken);
      const both = await Promise.allSettled(
        [1, 2].map(() => config().publish(ws, snapshotOf(id, 1), ada.person)),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const again = config().publish(ws, snapshotOf(id, 1), ada.person);
      await expect(again).rejects.toMatchObject(taken);
      const unknown = config().publish(ws, snapshotOf('agt_none', 1), ada.person);
      await expect(unknown).rejects.toMatchObject({ code: 'RECORD_AGENT_UNKNOWN' });
      // What was refused left no entry.
      expect(await entriesOf(reader(), ws, 'agent.published')).toHaveLength(1);
    });

    test('another workspace finds neither draft nor version', async () => {
      const [ws, other] = [await freshWorkspace(config()), await freshWorkspace(config())];
      const id = await draft(ws);
      await config().publish(ws, snapshotOf(id, 1), ada.person);
      expect(await config().agents(other)).toEqual([]);
      expect(await config().agent(other, id)).toBeNull();
      expect(await config().version(other, id, 1)).toBeNull();
      expect(await config().saveDraft(other, id, definition, 1, ada.person)).toMatchObject({
        kind: 'conflict',
      });
      const publish = config().publish(other, snapshotOf(id, 2), ada.person);
      await expect(publish).rejects.toMatchObject({ code: 'RECORD_AGENT_UNKNOWN' });
    });

    test('a zero character in a draft is refused, since no store could keep it', async () => {
      const ws = await freshWorkspace(config());
      const bad = { ...definition, instructions: 'a\0b' };
      const saved = config().saveDraft(ws, 'agt_zero', bad, 0, ada.person);
      await expect(saved).rejects.toMatchObject({ code: 'RECORD_VALUE_UNSTORABLE' });
    });
  });
}
