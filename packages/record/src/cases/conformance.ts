import { type CaseStore, label } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import type { CaseDraft } from './shape.ts';

/** How the suite gets a store with an empty workspace `ws_b`; it names other workspaces itself. */
export interface CaseStoreUnderTest {
  readonly store: () => CaseStore;
}

const untrusted = label('untrusted', ['user:usr_1'], ['mail:1#/subject']);
const draft: CaseDraft = {
  title: 'Phish',
  description: 'A mail asks for a password.',
  priority: 'high',
  severity: 'medium',
  createdBy: 'agt_1',
  label: untrusted,
};

let counter = 0;
const fresh = (what: string) => `${what}_${++counter}`;

/** What every {@link CaseStore} does. */
export function caseStoreConformance(name: string, { store }: CaseStoreUnderTest): void {
  const create = (workspace: string, changed: Partial<CaseDraft> = {}) =>
    store().create(workspace, { ...draft, ...changed }, fresh('key'));
  const comment = (workspace: string, of: string, text: string) =>
    store().comment(
      workspace,
      { case: of, text, by: 'usr_1', label: label('principal') },
      fresh('key'),
    );

  describe(`${name} keeps cases`, () => {
    test('a case is found by id and by number, with its label and its comments in order', async () => {
      const ws = fresh('ws');
      const record = await create(ws);
      expect(record).toMatchObject({ ...draft, number: 1, status: 'new' });
      const first = await comment(ws, record.id, 'one');
      const second = await comment(ws, '1', 'two');
      expect(second).toMatchObject({ case: record.id, text: 'two', by: 'usr_1' });
      expect(second?.label).toEqual(label('principal'));
      const found = { record, comments: [first, second] };
      expect(await store().get(ws, record.id)).toEqual(found);
      expect(await store().get(ws, '1')).toEqual(found);
    });

    test('a case that is not there is null, and so is a comment on it', async () => {
      const ws = fresh('ws');
      expect(await store().get(ws, '1')).toBeNull();
      expect(await store().get(ws, 'cas_0')).toBeNull();
      expect(await store().get(ws, '99999999999999999999')).toBeNull();
      expect(await comment(ws, '1', 'x')).toBeNull();
    });

    test('cases are listed newest first, as many as asked for', async () => {
      const ws = fresh('ws');
      for (const title of ['one', 'two', 'three']) await create(ws, { title });
      expect((await store().list(ws, 2)).map(({ title }) => title)).toEqual(['three', 'two']);
      await expect(store().list(ws, 0)).rejects.toMatchObject({ code: 'RECORD_QUERY_INVALID' });
    });

    test('numbers have no gap, though many are made at once and some are refused', async () => {
      const ws = fresh('ws');
      const taken = fresh('key');
      await store().create(ws, draft, taken);
      const made = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) =>
          n % 4 === 0
            ? store().create(ws, { ...draft, title: 'another request' }, taken)
            : create(ws, { title: `t${n}` }),
        ),
      );
      expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(5);
      const numbers = (await store().list(ws, 100)).map(({ number }) => number);
      expect(numbers).toEqual(Array.from({ length: 16 }, (_, n) => 16 - n));
    });
  });

  describe(`${name} writes once per key`, () => {
    test('the same key opens one case and writes one comment, and is answered as it was', async () => {
      const ws = fresh('ws');
      const [caseKey, commentKey] = [fresh('key'), fresh('key')];
      const open = () => store().create(ws, draft, caseKey);
      const opened = await Promise.all([open(), open(), open()]);
      expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
      const note = { case: '1', text: 'once', by: 'usr_1', label: untrusted };
      const write = () => store().comment(ws, note, commentKey);
      const [first] = [await write(), await write()];
      expect((await store().get(ws, '1'))?.comments).toEqual([first]);
      expect(await store().list(ws, 10)).toHaveLength(1);
    });

    test('a key of another request is refused', async () => {
      const ws = fresh('ws');
      const key = fresh('key');
      await store().create(ws, draft, key);
      const other = store().create(ws, { ...draft, title: 'other' }, key);
      await expect(other).rejects.toMatchObject({ code: 'RECORD_KEY_REUSED' });
    });
  });

  describe(`${name} refuses what it cannot show`, () => {
    test.each<[what: string, changed: Partial<CaseDraft>, code: string]>([
      ['no title', { title: ' ' }, 'RECORD_CASE_INVALID'],
      // The level comes from JSON at run time.
      ['an unknown priority', { priority: 'urgent' as 'high' }, 'RECORD_CASE_INVALID'],
      ['an unknown severity', { severity: '' as 'high' }, 'RECORD_CASE_INVALID'],
      ['a long title', { title: 'x'.repeat(1001) }, 'RECORD_LIMIT_EXCEEDED'],
      ['a long description', { description: 'x'.repeat(65_537) }, 'RECORD_LIMIT_EXCEEDED'],
      ['a zero character', { description: 'a\0b' }, 'RECORD_VALUE_UNSTORABLE'],
    ])('a case with %s', async (_, changed, code) => {
      await expect(create(fresh('ws'), changed)).rejects.toMatchObject({ code });
    });

    test('a comment without text, or over 64 KiB', async () => {
      const ws = fresh('ws');
      await create(ws);
      await expect(comment(ws, '1', '')).rejects.toMatchObject({ code: 'RECORD_CASE_INVALID' });
      const long = comment(ws, '1', 'x'.repeat(65_537));
      await expect(long).rejects.toMatchObject({ code: 'RECORD_LIMIT_EXCEEDED' });
      expect(await comment(ws, '1', 'x'.repeat(65_536))).not.toBeNull();
    });
  });

  test(`${name} shows no case of another workspace`, async () => {
    const ws = fresh('ws');
    const record = await create(ws);
    expect(await store().list('ws_b', 10)).toEqual([]);
    expect(await store().get('ws_b', record.id)).toBeNull();
    expect(await store().get('ws_b', '1')).toBeNull();
    expect(await comment('ws_b', record.id, 'x')).toBeNull();
  });
}
