import {
  label,
  type MemoryDraft,
  type MemoryItem,
  type MemoryKeeper,
  type RecordStore,
} from '@countersign/contract';
import { describe, expect, test } from 'vitest';

/** How the suite gets a store, the record it writes to, and its clock, which only the suite moves. */
export interface MemoryStoreUnderTest {
  readonly store: () => MemoryKeeper;
  readonly record: () => Pick<RecordStore, 'reader'>;
  readonly clock: { now: number };
}

const DAY = 86_400_000;
const clean = label('principal', ['user:usr_ann'], ['run_a#/message']);
const tainted = label('untrusted', ['user:usr_ann'], ['mail:1#/subject']);
const place = { person: 'usr_ann', agent: 'agt_1' };
const draft: MemoryDraft = {
  ...{ ...place, text: 'Ann likes tea in the morning.', label: clean, run: 'run_a' },
  ...{ call: 'run_a.1', supersedes: null, days: 30 },
};

let counter = 0;
const fresh = (what: string) => `${what}_memories${++counter}`;

/** What every {@link MemoryKeeper} does. */
export function memoryStoreConformance(name: string, under: MemoryStoreUnderTest): void {
  const { store, record, clock } = under;
  const write = async (ws: string, changed: Partial<MemoryDraft> = {}): Promise<MemoryItem> => {
    // Each at a time of its own, so that their order is told.
    clock.now += 1;
    const written = await store().write(ws, { ...draft, ...changed }, fresh('key'));
    if (written.kind !== 'written') throw new Error(`it was ${written.kind}`);
    return written.item;
  };
  const found = async (ws: string, query = '', where = place) =>
    (await store().search(ws, where, query, 50)).map(({ item }) => item.id);
  const listed = async (ws: string, more: object = {}) =>
    (await store().memories(ws, { person: null, limit: 100, ...more })).items.map(({ id }) => id);
  const changes = async (ws: string) =>
    (await record().reader.log(ws, 0, 100)).map(({ leaf }) => leaf.ref['change']);

  describe(`${name} keeps memories`, () => {
    test('one is as it was written, with its label, and is read in its place alone', async () => {
      const ws = fresh('ws');
      const item = await write(ws);
      expect(item).toMatchObject({ ...place, text: draft.text, label: clean, status: 'active' });
      expect(item.expiresAt).toBe(item.createdAt + 30 * DAY);
      expect(await store().search(ws, place, 'tea', 5)).toEqual([{ item, snippet: draft.text }]);
      expect(await store().memory(ws, item.id)).toEqual(item);
      for (const other of [
        { ...place, person: 'usr_bob' },
        { ...place, agent: 'agt_2' },
      ]) {
        expect(await found(ws, 'tea', other)).toEqual([]);
        expect(await store().forget(ws, other, item.id, 'run_b.1', fresh('key'))).toBe(false);
        const over = { ...draft, ...other, supersedes: item.id };
        expect(await store().write(ws, over, fresh('key'))).toEqual({ kind: 'unknown' });
      }
      expect(await found(fresh('ws'), 'tea')).toEqual([]);
      expect(await store().memory(fresh('ws'), item.id)).toBeNull();
    });

    test('what strangers had a hand in waits for review, and is read with its label meanwhile', async () => {
      const ws = fresh('ws');
      const item = await write(ws, { label: tainted });
      expect(item).toMatchObject({ status: 'waiting', label: tainted });
      const [hit] = await store().search(ws, place, 'tea', 5);
      expect(hit?.item.label).toEqual(tainted);
    });

    test('the same key writes once and forgets once, and no other request takes it', async () => {
      const ws = fresh('ws');
      const key = fresh('key');
      const writes = await Promise.all([1, 2, 3].map(() => store().write(ws, draft, key)));
      expect(new Set(writes.map((one) => JSON.stringify(one))).size).toBe(1);
      const [id = ''] = await found(ws);
      expect(await found(ws)).toHaveLength(1);
      const other = store().write(ws, { ...draft, text: 'other' }, key);
      await expect(other).rejects.toMatchObject({ code: 'RECORD_KEY_REUSED' });
      const once = fresh('key');
      const forget = () => store().forget(ws, place, id, 'run_a.2', once);
      expect([await forget(), await forget()]).toEqual([true, true]);
      expect(await store().forget(ws, place, id, 'run_a.3', fresh('key'))).toBe(false);
      expect(await found(ws)).toEqual([]);
    });

    test.each<[what: string, changed: Partial<MemoryDraft>, code: string]>([
      ['no text', { text: ' ' }, 'RECORD_MEMORY_INVALID'],
      ['no day', { days: 0 }, 'RECORD_MEMORY_INVALID'],
      ['half a day', { days: 1.5 }, 'RECORD_MEMORY_INVALID'],
      ['more than a year', { days: 366 }, 'RECORD_MEMORY_INVALID'],
      ['a long text', { text: 'x'.repeat(4001) }, 'RECORD_LIMIT_EXCEEDED'],
      ['a zero character', { text: 'a\0b' }, 'RECORD_VALUE_UNSTORABLE'],
    ])('one of %s is refused', async (_, changed, code) => {
      await expect(write(fresh('ws'), changed)).rejects.toMatchObject({ code });
    });
  });

  describe(`${name} searches`, () => {
    test('by any of the words, whatever their case, best first; without words, the newest', async () => {
      const ws = fresh('ws');
      const tea = await write(ws, { text: 'Ann drinks TEA' });
      const both = await write(ws, { text: 'tea and crème brûlée' });
      const none = await write(ws, { text: 'Ann has teapots' });
      expect(await found(ws, 'Tea, brûlée?')).toEqual([both.id, tea.id]);
      expect(await found(ws, 'brulee')).toEqual([]);
      expect(await found(ws, '')).toEqual([none.id, both.id, tea.id]);
      expect(await found(ws, '&|!():*')).toEqual([none.id, both.id, tea.id]);
      expect(await found(ws, "'; drop")).toEqual([]);
      expect(await store().search(ws, place, '', 1)).toHaveLength(1);
      const none0 = store().search(ws, place, 'tea', 0);
      await expect(none0).rejects.toMatchObject({ code: 'RECORD_QUERY_INVALID' });
    });

    test('and puts what no stranger had a hand in before what one had', async () => {
      const ws = fresh('ws');
      const own = await write(ws, { text: 'tea at nine' });
      const other = await write(ws, { text: 'tea at ten', label: tainted });
      expect(await found(ws, 'tea')).toEqual([own.id, other.id]);
    });

    test.each(['日本 tea', '1e5 x@y.example a-b', 'İstanbul ǅ ﬁne', '𝒳 🙂 tea'])(
      'the words of %j',
      async (text) => {
        const ws = fresh('ws');
        const { id } = await write(ws, { text });
        expect(await found(ws, text)).toEqual([id]);
      },
    );

    test('with the part of a long text in which the words stand', async () => {
      const ws = fresh('ws');
      await write(ws, { text: `${'filler '.repeat(200)}needle ${'filler '.repeat(200)}` });
      const [hit] = await store().search(ws, place, 'needle', 1);
      expect(hit?.snippet).toContain('needle');
      expect(hit?.snippet.length).toBeLessThan(300);
    });
  });

  describe(`${name} replaces`, () => {
    test('a memory by the one that supersedes it, which has its label too', async () => {
      const ws = fresh('ws');
      const old = await write(ws, { label: label('principal', ['user:usr_ann'], ['old#/x']) });
      const item = await write(ws, { text: 'Ann likes coffee.', supersedes: old.id });
      expect(await found(ws)).toEqual([item.id]);
      expect(item.label.provenance).toMatchObject({ sources: ['old#/x', 'run_a#/message'] });
      await store().forget(ws, place, item.id, 'run_a.9', fresh('key'));
      expect(await found(ws)).toEqual([]);
    });

    test('nothing clean by what a stranger had a hand in, until a person approves it', async () => {
      const ws = fresh('ws');
      const old = await write(ws);
      const item = await write(ws, { text: 'evil', label: tainted, supersedes: old.id });
      expect(await found(ws)).toEqual([old.id, item.id]);
      await store().review(ws, item.id, 'delete', 'usr_ann');
      expect(await found(ws)).toEqual([old.id]);
      await store().review(ws, item.id, 'restore', 'usr_ann');
      await store().review(ws, item.id, 'approve', 'usr_ann');
      expect(await found(ws)).toEqual([item.id]);
    });

    test('what is tainted stays so when it is replaced in a clean context', async () => {
      const ws = fresh('ws');
      const old = await write(ws, { label: tainted });
      const item = await write(ws, { text: 'mended', supersedes: old.id });
      expect(item).toMatchObject({ status: 'waiting', label: { integrity: 'untrusted' } });
      expect(await found(ws)).toEqual([item.id]);
      await store().review(ws, item.id, 'reject', 'usr_ann');
      expect(await found(ws)).toEqual([old.id]);
    });
  });

  describe(`${name} lets memories end`, () => {
    test('at their time, when their text is erased', async () => {
      const ws = fresh('ws');
      const { id } = await write(ws, { days: 1 });
      clock.now += DAY - 1;
      expect(await found(ws, 'tea')).toEqual([id]);
      clock.now += 1;
      expect([await found(ws, 'tea'), await listed(ws)]).toEqual([[], []]);
      expect(await store().memory(ws, id)).toMatchObject({ id, text: null });
      expect(await store().review(ws, id, 'delete', 'usr_ann')).toMatchObject({ kind: 'unfit' });
    });

    test('and erases the text of what was deleted after ten minutes, until when it comes back', async () => {
      const ws = fresh('ws');
      const { id } = await write(ws);
      const back = await write(ws);
      for (const one of [id, back.id]) await store().review(ws, one, 'delete', 'usr_ann');
      clock.now += 599_999;
      expect(await store().review(ws, back.id, 'restore', 'usr_ann')).toMatchObject({
        item: { status: 'active' },
      });
      clock.now += 1;
      expect(await store().review(ws, id, 'restore', 'usr_ann')).toMatchObject({ kind: 'unfit' });
      expect(await store().memory(ws, id)).toMatchObject({ text: null, status: 'forgotten' });
      expect(await found(ws)).toEqual([back.id]);
    });
  });

  test(`${name} keeps what an agent forgot for thirty days, and erases at once what a person says`, async () => {
    const ws = fresh('ws');
    const [one, two] = [await write(ws), await write(ws)];
    await store().forget(ws, place, one.id, 'run_a.2', fresh('key'));
    clock.now += 7 * DAY;
    expect(await store().review(ws, one.id, 'restore', 'usr_ann')).toMatchObject({ kind: 'done' });
    const erased = await store().review(ws, two.id, 'erase', 'usr_ann');
    expect(erased).toMatchObject({ item: { text: null, status: 'forgotten' } });
    expect(await store().memory(ws, two.id)).toMatchObject({ text: null, status: 'forgotten' });
    expect(await store().review(ws, two.id, 'restore', 'usr_ann')).toMatchObject({ kind: 'unfit' });
    expect(await found(ws)).toEqual([one.id]);
    expect(await changes(ws)).toEqual(['restored', 'erased']);
  });

  describe(`${name} has people review`, () => {
    test('an approval raises to the principal, keeps readers and sources, and stands in the ledger', async () => {
      const ws = fresh('ws');
      const { id } = await write(ws, { label: tainted });
      const done = await store().review(ws, id, 'approve', 'usr_bob');
      expect(done).toMatchObject({
        item: { status: 'active', reviewedBy: 'usr_bob', reviewedAt: clock.now },
      });
      const [hit] = await store().search(ws, place, 'tea', 1);
      expect(hit?.item.label).toEqual({ ...tainted, integrity: 'principal' });
      const [entry] = await record().reader.log(ws, 0, 10);
      expect(entry?.leaf).toMatchObject({
        kind: 'memory.changed',
        time: clock.now,
        ref: { change: 'approved', memory: id, by: 'usr_bob' },
      });
      expect(JSON.stringify(entry)).not.toContain('tea');
      expect(await store().review(ws, id, 'approve', 'usr_bob')).toMatchObject({ kind: 'unfit' });
    });

    test('what is known to be hostile is raised by nobody', async () => {
      const ws = fresh('ws');
      const { id } = await write(ws, { label: label('hostile') });
      expect(await store().review(ws, id, 'approve', 'usr_ann')).toMatchObject({ kind: 'unfit' });
      expect(await store().memory(ws, id)).toMatchObject({ label: { integrity: 'hostile' } });
    });

    test('what is rejected is read no more, and comes back as it was', async () => {
      const ws = fresh('ws');
      const item = await write(ws, { label: tainted });
      await store().review(ws, item.id, 'reject', 'usr_ann');
      expect(await found(ws)).toEqual([]);
      expect(await store().review(ws, item.id, 'restore', 'usr_ann')).toMatchObject({
        item: { status: 'waiting', label: tainted },
      });
      expect(await changes(ws)).toEqual(['rejected', 'restored']);
    });

    test('an edit is a memory of the person’s own words in place of the other', async () => {
      const ws = fresh('ws');
      const old = await write(ws, { label: tainted });
      const done = await store().edit(ws, old.id, 'Ann likes tea.', 'usr_ann');
      expect(done).toMatchObject({
        item: {
          ...{ ...place, text: 'Ann likes tea.', supersedes: old.id, run: null, call: null },
          ...{ status: 'active', reviewedBy: 'usr_ann', expiresAt: old.expiresAt },
          label: { ...tainted, integrity: 'principal' },
        },
      });
      expect(await found(ws)).toHaveLength(1);
      expect(await listed(ws, { status: 'waiting' })).toEqual([]);
      await expect(store().edit(ws, old.id, '', 'usr_ann')).resolves.toMatchObject({
        kind: 'unfit',
      });
      const of = (await listed(ws, { status: 'active' }))[0] ?? '';
      await expect(store().edit(ws, of, ' ', 'usr_ann')).rejects.toMatchObject({
        code: 'RECORD_MEMORY_INVALID',
      });
    });

    test('lists are newest first, by person, agent, status and words, and in pages', async () => {
      const ws = fresh('ws');
      const one = await write(ws, { text: 'one' });
      const two = await write(ws, { text: 'two', person: 'usr_bob', label: tainted });
      const three = await write(ws, { text: 'three', agent: 'agt_2' });
      expect(await listed(ws)).toEqual([three.id, two.id, one.id]);
      expect(await listed(ws, { person: 'usr_ann' })).toEqual([three.id, one.id]);
      expect(await listed(ws, { agent: 'agt_1' })).toEqual([two.id, one.id]);
      expect(await listed(ws, { status: 'waiting' })).toEqual([two.id]);
      expect(await listed(ws, { query: 'one three' })).toEqual([three.id, one.id]);
      const page = await store().memories(ws, { person: null, limit: 2 });
      expect([page.items.length, page.next]).toEqual([2, two.id]);
      expect(await listed(ws, { before: two.id })).toEqual([one.id]);
      expect(await listed(ws, { before: 'mem_none' })).toEqual([]);
      expect(await listed(fresh('ws'))).toEqual([]);
    });
  });

  describe(`${name} rolls back`, () => {
    const reading = (...sources: readonly string[]) => label('untrusted', 'public', sources);
    const plan = (ws: string, source: string, person: string | null = null) =>
      store().rollbackPlan(ws, { source, person });
    const take = async (ws: string, source: string, person: string | null = null) => {
      const ids = (await plan(ws, source, person)).items.map(({ id }) => id);
      return store().rollBack(ws, { source, person }, ids, 'usr_ann');
    };

    test('what has the source and all that was derived from it, and nothing else', async () => {
      const ws = fresh('ws');
      const other = await write(ws);
      const poison = await write(ws, { label: reading('mail:1#/subject') });
      const summary = await write(ws, { label: reading(`${poison.id}#/items/*/id`) });
      const replaced = await write(ws, { supersedes: summary.id, text: 'x' });
      const alike = await write(ws, { label: reading('mail:12#/subject') });
      const ids = [poison.id, summary.id, replaced.id];
      expect((await plan(ws, 'mail:1')).items.map(({ id }) => id)).toEqual(ids);
      expect(await take(ws, 'mail:1')).toMatchObject({ kind: 'done' });
      expect((await found(ws)).sort()).toEqual([other.id, alike.id].sort());
      expect((await plan(ws, 'mail:1')).items).toEqual([]);
      const [entry] = await record().reader.log(ws, 0, 10);
      expect(entry?.leaf.ref).toMatchObject({ change: 'rolled-back', by: 'usr_ann', items: 3 });
      expect(entry?.payload).toEqual({ source: 'mail:1', memories: ids });
    });

    test('by the run, the call or the memory as well, within one person’s where so asked', async () => {
      const ws = fresh('ws');
      const one = await write(ws, { run: 'run_b', call: 'run_b.1' });
      const two = await write(ws, { run: 'run_b', call: 'run_b.12', person: 'usr_bob' });
      const ids = async (source: string, person: string | null = null) =>
        (await plan(ws, source, person)).items.map(({ id }) => id);
      expect(await ids('run_b')).toEqual([one.id, two.id]);
      expect(await ids('run_b', 'usr_bob')).toEqual([two.id]);
      expect(await ids('run_b.1')).toEqual([one.id]);
      expect(await ids(two.id)).toEqual([two.id]);
      expect(await ids('run_')).toEqual([]);
    });

    test('only what the person was shown; and takes it back as it was', async () => {
      const ws = fresh('ws');
      const item = await write(ws, { label: tainted });
      const late = store().rollBack(ws, { source: 'mail:1', person: null }, [], 'usr_ann');
      expect(await late).toMatchObject({ kind: 'changed', plan: { items: [{ id: item.id }] } });
      const done = await take(ws, 'mail:1');
      if (done.kind !== 'done') throw new Error('it was not done');
      expect(await found(ws)).toEqual([]);
      expect(await store().restoreRollback(ws, done.rollback, 'usr_bob', 'usr_bob')).toEqual([]);
      const back = await store().restoreRollback(ws, done.rollback, null, 'usr_ann');
      expect(back.map(({ id, status }) => [id, status])).toEqual([[item.id, 'waiting']]);
      expect(await found(ws)).toEqual([item.id]);
      expect(await changes(ws)).toEqual(['rolled-back', 'restored']);
    });

    test('what was gone already is gone for good, and what is written from it later goes along', async () => {
      const ws = fresh('ws');
      const gone = await write(ws, { label: tainted });
      const item = await write(ws, { label: tainted });
      await store().review(ws, gone.id, 'delete', 'usr_ann');
      const done = await take(ws, 'mail:1');
      const restored = await store().review(ws, gone.id, 'restore', 'usr_ann');
      expect(restored).toMatchObject({ kind: 'unfit' });
      const late = await write(ws, { label: reading(`${item.id}#/items/*/id`) });
      expect(late).toMatchObject({ status: 'rolled-back' });
      expect(await found(ws)).toEqual([]);
      const rollback = done.kind === 'done' ? done.rollback : '';
      const back = await store().restoreRollback(ws, rollback, null, 'usr_ann');
      expect(back.map(({ id }) => id)).toEqual([item.id, late.id]);
    });

    test('names what has more sources than are kept, and leaves it alone', async () => {
      const ws = fresh('ws');
      const many = reading(...Array.from({ length: 65 }, (_, n) => `mail:${n}#/x`));
      const item = await write(ws, { label: many });
      const told = await plan(ws, 'mail:1');
      expect([told.items, told.untold.map(({ id }) => id)]).toEqual([[], [item.id]]);
    });
  });
}
