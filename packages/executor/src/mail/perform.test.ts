import type { Connection, Granted, JsonObject, Performed } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { filePerformer } from '../file/perform.ts';
import { granted, quiet } from '../testing/granted.ts';
import { base64, mail, utf8 } from '../testing/mail-text.ts';
import { MemoryMailFolder } from '../testing/memory-mail-folder.ts';
import type { FindFolder } from './folder/find-folder.ts';
import type { MailFolder } from './folder/mail-folder.ts';
import { createMailboxes } from './mailbox.ts';
import { mailPerformers } from './perform.ts';

const CONNECTION: Connection = {
  id: 'con_mail',
  workspace: 'ws_a',
  name: 'Mail',
  config: {
    kind: 'mailbox',
    folder: '/mail',
    owner: 'ann@example.com',
    addresses: ['a@example.org'],
  },
};

function world(folder: MailFolder, find: FindFolder = async (path) => ({ kind: 'found', path })) {
  const powers = {
    findConnection: async (workspace: string, id: string) =>
      workspace === 'ws_a' && id === CONNECTION.id ? CONNECTION : null,
    mailboxes: createMailboxes(find, () => folder),
    objects: { get: async () => null },
  };
  const performers = new Map([...mailPerformers(powers), ['file.read', filePerformer(powers)]]);
  const perform = (about: Granted): Promise<Performed> => {
    const performer = performers.get(about.call.action);
    if (!performer) throw new Error('no performer');
    return performer(about, quiet());
  };
  return {
    perform,
    ask: (action: string, args: JsonObject, connection: string | null = CONNECTION.id) =>
      perform(granted(action, args, { connection })),
  };
}

function box(...messages: readonly Buffer[]): MemoryMailFolder {
  const folder = new MemoryMailFolder();
  for (const [i, message] of messages.entries()) folder.put(`${i}.eml`, message);
  return folder;
}

const resultOf = (performed: Performed): JsonObject =>
  performed.kind === 'done' ? performed.result : { failed: true };

async function firstId({ ask }: ReturnType<typeof world>): Promise<string> {
  const { messages } = resultOf(await ask('mail.list', {})) as unknown as {
    messages: { id: string }[];
  };
  return messages[0]?.id ?? '';
}

const WITH_ATTACHMENTS = mail(
  'Subject: x',
  'From: Ann <ann@example.com>',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  utf8('Grüße 🙂'),
  '--b',
  'Content-Type: text/csv; charset=utf-8',
  'Content-Disposition: attachment; filename=a.csv',
  'Content-Transfer-Encoding: base64',
  '',
  base64('näme;1'),
  '--b',
  'Content-Type: application/octet-stream; name=x.bin',
  'Content-Transfer-Encoding: base64',
  '',
  base64(Buffer.from([0, 1, 2])),
  '--b',
  'Content-Type: message/rfc822',
  '',
  'Subject: inner',
  'From: eve@evil.example',
  '',
  'forwarded text',
  '--b--',
);

describe('mail.list', () => {
  it('tells whose mailbox it is and names no place on the disk', async () => {
    const { ask } = world(box(WITH_ATTACHMENTS));
    const result = resultOf(await ask('mail.list', {}));
    expect(result).toMatchObject({
      total: 1,
      next: null,
      mailbox: { owner: 'ann@example.com', addresses: ['a@example.org'] },
      messages: [{ subject: 'x', from: { name: 'Ann', address: 'ann@example.com' }, date: null }],
    });
    expect(JSON.stringify(result)).not.toContain('.eml');
  });

  it('says where its results came from', async () => {
    const w = world(box(WITH_ATTACHMENTS));
    expect(await w.ask('mail.list', {})).toMatchObject({ sources: [await firstId(w)] });
  });
});

describe('mail.read', () => {
  it('gives long text in parts that fit together', async () => {
    const text = '0123456789🙂'.repeat(30);
    const w = world(box(mail('Content-Type: text/plain; charset=utf-8', '', utf8(text))));
    const id = await firstId(w);
    let whole = '';
    for (let more = true; more; ) {
      const part = resultOf(await w.ask('mail.read', { id, offset: whole.length, limit: 11 }));
      expect(String(part['text']).isWellFormed()).toBe(true);
      whole += String(part['text']);
      more = part['truncated'] === true;
    }
    expect(whole).toBe(text);
  });

  it('gives header fields and hidden text only where they are asked for', async () => {
    const w = world(
      box(mail('X-A: b', 'Content-Type: text/html', '', 'seen<p hidden>not seen</p>')),
    );
    const id = await firstId(w);
    const plain = resultOf(await w.ask('mail.read', { id }));
    expect(plain).toMatchObject({
      text: 'seen',
      hidden: { characters: 7, ways: ['not-displayed'] },
    });
    expect(JSON.stringify(plain)).not.toContain('not seen');
    expect(plain).not.toHaveProperty('headers');
    const all = resultOf(await w.ask('mail.read', { id, headers: true, hidden: true }));
    expect(all).toMatchObject({ hidden: { text: 'not seen' } });
    expect(all['headers']).toContainEqual({ name: 'x-a', value: 'b' });
  });
});

describe('file.read', () => {
  it('reads attachments by the refs that mail.read gives', async () => {
    const w = world(box(WITH_ATTACHMENTS));
    const id = await firstId(w);
    const { attachments } = resultOf(await w.ask('mail.read', { id })) as unknown as {
      attachments: { ref: string; name: string }[];
    };
    expect(attachments.map(({ ref }) => ref)).toEqual([1, 2, 3].map((n) => `mail:${id}/${n}`));
    const read = async (n: number) =>
      resultOf(await w.ask('file.read', { ref: `mail:${id}/${n}` }));
    expect(await read(1)).toMatchObject({ kind: 'text', name: 'a.csv', text: 'näme;1', bytes: 7 });
    expect(await read(2)).toMatchObject({ kind: 'binary', text: '', bytes: 3 });
    expect((await read(3))['text']).toBe(
      'From: <eve@evil.example>\nTo: \nSubject: inner\nDate: \n\nforwarded text',
    );
  });

  it('reaches no mailbox that the tool was not given', async () => {
    const w = world(box(WITH_ATTACHMENTS));
    const ref = `mail:${await firstId(w)}/1`;
    expect(await w.ask('file.read', { ref }, null)).toMatchObject({
      code: 'EXECUTOR_CONNECTION_MISSING',
    });
  });

  it('says what is not there', async () => {
    const w = world(box(WITH_ATTACHMENTS));
    expect(await w.ask('file.read', { ref: `mail:${await firstId(w)}/9` })).toMatchObject({
      code: 'MAIL_ATTACHMENT_UNKNOWN',
    });
    expect(await w.ask('file.read', { ref: 'obj_x' })).toMatchObject({ code: 'FILE_UNKNOWN' });
  });
});

describe('mail.delete and mail.search', () => {
  it('work on what they are told', async () => {
    const w = world(box(mail('Subject: keep', '', 'a'), mail('Subject: drop', '', 'b')));
    const { messages } = resultOf(await w.ask('mail.search', { subject: 'drop' })) as unknown as {
      messages: { id: string }[];
    };
    const id = messages[0]?.id ?? '';
    expect(await w.ask('mail.delete', { id })).toMatchObject({ result: { id, deleted: true } });
    expect(resultOf(await w.ask('mail.list', {}))).toMatchObject({ total: 1 });
  });
});

describe('what is wrong is an outcome', () => {
  it.each([
    ['mail.read', { id: `msg_${'0'.repeat(32)}` }, 'MAIL_MESSAGE_UNKNOWN'],
    ['mail.delete', { id: `msg_${'0'.repeat(32)}` }, 'MAIL_MESSAGE_UNKNOWN'],
    ['mail.list', { after: `msg_${'0'.repeat(32)}` }, 'MAIL_PAGE_UNKNOWN'],
    ['mail.search', { since: '2026-13-45' }, 'ARGUMENTS_UNUSABLE'],
  ])('of %s', async (action, args, code) => {
    expect(await world(box()).ask(action, args)).toMatchObject({ kind: 'failed', code });
  });

  it('where the connection is gone, or another workspace’s', async () => {
    const { ask } = world(box());
    expect(await ask('mail.list', {}, 'con_other')).toMatchObject({
      code: 'EXECUTOR_CONNECTION_MISSING',
    });
    expect(await ask('mail.list', {}, null)).toMatchObject({ code: 'EXECUTOR_CONNECTION_MISSING' });
  });

  it('where the disk refuses, without naming the place', async () => {
    const denied = Object.assign(new Error('EACCES: /srv/secret/place'), { code: 'EACCES' });
    const folder = box(WITH_ATTACHMENTS);
    const w = world(folder);
    const id = await firstId(w);
    folder.write = () => Promise.reject(denied);
    const performed = await w.ask('mail.delete', { id });
    expect(performed).toMatchObject({ code: 'MAIL_MAILBOX_NOT_WRITABLE' });
    folder.list = () => Promise.reject(denied);
    expect(await w.ask('mail.list', {})).toMatchObject({ code: 'MAIL_MAILBOX_UNREADABLE' });
    expect(JSON.stringify(performed)).not.toContain('secret');
  });

  it.each([
    ['mail.list', {}],
    ['mail.read', { id: `msg_${'0'.repeat(32)}` }],
    ['mail.search', { text: 'x' }],
    ['mail.delete', { id: `msg_${'0'.repeat(32)}` }],
    ['file.read', { ref: `mail:msg_${'0'.repeat(32)}/1` }],
  ])('%s opens no folder outside those that may be read', async (action, args) => {
    const folder = box(WITH_ATTACHMENTS);
    folder.list = () => Promise.reject(new Error('it was opened'));
    const outside = world(folder, async () => ({ kind: 'outside' }));
    expect(await outside.ask(action, args)).toMatchObject({ code: 'MAIL_MAILBOX_OUTSIDE' });
    const missing = world(folder, async () => ({ kind: 'missing' }));
    expect(await missing.ask(action, args)).toMatchObject({ code: 'MAIL_MAILBOX_UNREADABLE' });
  });
});
