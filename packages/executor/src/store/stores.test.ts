import { type Granted, type JsonObject, label, type Performed } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { filePerformer } from '../file/perform.ts';
import type { Performers } from '../performer.ts';
import { CONTEXT, granted, quiet } from '../testing/granted.ts';
import { memoryCases, memoryMemories, memoryTables } from '../testing/memory-stores.ts';
import { casePerformers } from './cases.ts';
import { memoryPerformers } from './memories.ts';
import { tablePerformers } from './tables.ts';

function asking(performers: Performers) {
  return (about: Granted): Promise<Performed> => {
    const performer = performers.get(about.call.action);
    if (!performer) throw new Error('no performer');
    return performer(about, quiet());
  };
}

/** Each call has an id of its own, unless it is said to be a repeat. */
let calls = 0;
const call = (action: string, args: JsonObject, id = `run_a.${++calls}`) =>
  granted(action, args, { call: id, repeat: 'keyed', effect: 'write' });

const COLUMNS = [{ name: 'subject', type: 'text', required: false }];

describe('table actions', () => {
  async function withTable() {
    const ask = asking(tablePerformers(memoryTables()));
    await ask(call('table.create', { name: 'mails', columns: COLUMNS }));
    return ask;
  }

  it('create, list, insert, query, update and delete', async () => {
    const ask = await withTable();
    expect(await ask(call('table.list', {}))).toMatchObject({
      result: { tables: [{ name: 'mails', columns: COLUMNS, rows: 0 }] },
    });
    await ask(call('table.insert', { table: 'mails', rows: [{ subject: 'a' }, { subject: 'b' }] }));
    expect(
      await ask(call('table.query', { table: 'mails', where: { subject: 'b' } })),
    ).toMatchObject({
      result: { rows: [{ id: 'row_mails1', values: { subject: 'b' } }], next: null },
      sources: ['row_mails1'],
    });
    const row = 'row_mails0';
    expect(
      await ask(call('table.update', { table: 'mails', row, values: { subject: 'c' } })),
    ).toMatchObject({ result: { row: { values: { subject: 'c' } } } });
    expect(await ask(call('table.delete', { table: 'mails', row }))).toMatchObject({
      result: { row, deleted: true },
    });
    expect(
      await ask(call('table.update', { table: 'mails', row, values: { subject: 'd' } })),
    ).toMatchObject({ kind: 'failed', code: 'TABLE_ROW_UNKNOWN' });
  });

  it('write once for one call, however often it is performed', async () => {
    const ask = await withTable();
    const insert = call('table.insert', { table: 'mails', rows: [{ subject: 'a' }] });
    const first = await ask(insert);
    expect(await ask(insert)).toEqual(first);
    expect(await ask(call('table.query', { table: 'mails' }))).toMatchObject({
      result: { rows: [{ values: { subject: 'a' } }] },
    });
  });

  it('keep what they write under the label of the context, and give it back with it', async () => {
    const ask = await withTable();
    await ask(call('table.insert', { table: 'mails', rows: [{ subject: 'a' }] }));
    expect(await ask(call('table.query', { table: 'mails' }))).toMatchObject({
      stored: { '/rows/0/values': CONTEXT },
    });
  });

  it('join the labels of arguments that came from elsewhere', async () => {
    const ask = await withTable();
    const insert = call('table.insert', { table: 'mails', rows: [{ subject: 'a' }] });
    const hostile = label('hostile', ['user:usr_a']);
    const leaves = { '/rows/0/subject': hostile };
    await ask({ ...insert, call: { ...insert.call, leaves } });
    const performed = await ask(call('table.query', { table: 'mails' }));
    expect(performed).toMatchObject({ stored: { '/rows/0/values': { integrity: 'hostile' } } });
  });

  it('give pages with the way to the next', async () => {
    const ask = await withTable();
    const rows = ['a', 'b', 'c'].map((subject) => ({ subject }));
    await ask(call('table.insert', { table: 'mails', rows }));
    const page = { table: 'mails', limit: 2 };
    expect(await ask(call('table.query', page))).toMatchObject({ result: { next: 'row_mails1' } });
    expect(await ask(call('table.query', { ...page, after: 'row_mails1' }))).toMatchObject({
      result: { rows: [{ values: { subject: 'c' } }], next: null },
    });
  });
});

describe('case actions', () => {
  it('open, list, read and comment, each with the label it was written with', async () => {
    const ask = asking(casePerformers(memoryCases()));
    expect(await ask(call('case.create', { title: 'Phish', severity: 'high' }))).toMatchObject({
      result: {
        case: {
          number: 1,
          title: 'Phish',
          severity: 'high',
          priority: 'medium',
          createdBy: 'usr_a',
        },
      },
      stored: { '/case/title': CONTEXT },
    });
    expect(await ask(call('case.comment', { case: '1', text: 'seen' }))).toMatchObject({
      result: { comment: { text: 'seen', by: 'usr_a' } },
      stored: { '/comment/text': CONTEXT },
    });
    expect(await ask(call('case.list', {}))).toMatchObject({
      result: { cases: [{ id: 'cas_1', createdAt: '1970-01-01T00:00:00.000Z' }] },
      stored: { '/cases/0/title': CONTEXT },
    });
    expect(await ask(call('case.get', { case: 'cas_1' }))).toMatchObject({
      result: { case: { title: 'Phish' }, comments: [{ text: 'seen' }], total: 1 },
      stored: { '/case/title': CONTEXT, '/comments/0/text': CONTEXT },
    });
  });

  it('say what is not there', async () => {
    const ask = asking(casePerformers(memoryCases()));
    for (const about of [
      call('case.get', { case: '9' }),
      call('case.comment', { case: '9', text: 'x' }),
    ])
      expect(await ask(about)).toMatchObject({ kind: 'failed', code: 'CASE_UNKNOWN' });
  });
});

describe('memory actions', () => {
  const ofOther = (about: Granted, actor: object): Granted => ({
    ...about,
    call: { ...about.call, actor: { ...about.call.actor, ...actor } },
  });

  it('write, search and forget, each with the label it was written with', async () => {
    const ask = asking(memoryPerformers(memoryMemories()));
    const written = await ask(call('memory.write', { text: 'tea', expiresInDays: 1 }));
    expect(written).toMatchObject({
      result: { memory: { id: 'mem_1', status: 'waiting', expiresAt: '1970-01-02T00:00:00.000Z' } },
      sources: ['mem_1'],
    });
    expect(await ask(call('memory.search', { query: 'tea' }))).toMatchObject({
      result: { items: [{ id: 'mem_1', text: 'tea', createdAt: '1970-01-01T00:00:00.000Z' }] },
      stored: { '/items/0/text': CONTEXT, '/items/0/expiresAt': CONTEXT },
      sources: ['mem_1'],
    });
    expect(await ask(call('memory.forget', { id: 'mem_1' }))).toMatchObject({
      result: { id: 'mem_1', forgotten: true },
    });
    expect(await ask(call('memory.search', { query: 'tea' }))).toMatchObject({
      result: { items: [] },
    });
  });

  it('keep it for ninety days where nothing else is said, and join the labels of all arguments', async () => {
    const ask = asking(memoryPerformers(memoryMemories()));
    const write = call('memory.write', { text: 'tea' });
    const leaves = { '/text': label('hostile', ['user:usr_a']) };
    expect(await ask({ ...write, call: { ...write.call, leaves } })).toMatchObject({
      result: { memory: { expiresAt: '1970-04-01T00:00:00.000Z' } },
    });
    expect(await ask(call('memory.search', { query: 'tea' }))).toMatchObject({
      stored: { '/items/0/text': { integrity: 'hostile' } },
    });
  });

  it('know the memory of the person and agent that a call acts for, and no other', async () => {
    const ask = asking(memoryPerformers(memoryMemories()));
    await ask(call('memory.write', { text: 'tea' }));
    for (const actor of [{ person: 'usr_b' }, { agent: 'agt_b' }]) {
      const search = { query: 'tea', person: 'usr_a', agent: 'agt_a' };
      expect(await ask(ofOther(call('memory.search', search), actor))).toMatchObject({
        result: { items: [] },
      });
      const forget = ofOther(call('memory.forget', { id: 'mem_1' }), actor);
      expect(await ask(forget)).toMatchObject({ result: { forgotten: false } });
      const replace = call('memory.write', { text: 'x', supersedes: 'mem_1' });
      expect(await ask(ofOther(replace, actor))).toMatchObject({ code: 'MEMORY_UNKNOWN' });
    }
  });

  it('write once for one call, however often it is performed', async () => {
    const ask = asking(memoryPerformers(memoryMemories()));
    const write = call('memory.write', { text: 'tea' });
    expect(await ask(write)).toEqual(await ask(write));
    const found = await ask(call('memory.search', { query: 'tea' }));
    expect(found).toMatchObject({ sources: ['mem_1'] });
  });
});

describe('file.read of an upload', () => {
  it('gives its text, with the label it was stored with over all of it', async () => {
    const stored = label('untrusted', ['user:usr_b']);
    const performer = filePerformer({
      objects: {
        get: async (workspace, id) =>
          workspace === 'ws_a' && id === 'obj_1'
            ? {
                name: 'a.txt',
                mediaType: 'text/plain; charset=iso-8859-1',
                bytes: Buffer.from('gr\xfc\xdfe', 'latin1'),
                label: stored,
              }
            : null,
      },
      findConnection: async () => null,
      mailboxes: () => {
        throw new Error('no mailbox is asked for');
      },
    });
    expect(await performer(granted('file.read', { ref: 'obj_1' }), quiet())).toMatchObject({
      result: { ref: 'obj_1', kind: 'text', text: 'grüße', bytes: 5, truncated: false },
      stored: { '': stored },
      sources: ['obj_1'],
    });
  });
});
