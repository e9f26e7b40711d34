import { mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mail, utf8 } from '../testing/mail-text.ts';
import { MemoryMailFolder } from '../testing/memory-mail-folder.ts';
import { nodeMailFolder } from './folder/node-mail-folder.ts';
import { Mailbox } from './mailbox.ts';
import { mailMessage } from './message-view.ts';
import type { SearchTerms } from './search.ts';
import { mailSummaries } from './summaries.ts';

let root: string;
let box: Mailbox;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'countersign-mail-'));
  box = new Mailbox(nodeMailFolder(root));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const ALL = { limit: 100, after: null };
const ANY: SearchTerms = { text: '', from: '', to: '', subject: '', since: null, before: null };
const quiet = () => new AbortController().signal;

async function put(path: string, content: Buffer | string): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), content);
}

const letter = (subject: string, date = '5 Jan 2026 10:00:00 +0000', text = 'text of it') =>
  mail(
    `Subject: ${subject}`,
    'From: a@b.c',
    `Date: ${date}`,
    `Message-ID: <${subject}@x>`,
    '',
    text,
  );

const subjects = async (mailbox = box) =>
  (await mailbox.list(ALL))?.messages.map(({ head }) => head.subject);

describe('a folder of mail', () => {
  it('gives its messages newest first, from any depth', async () => {
    await put('a.eml', letter('old', '1 Jan 2026 10:00:00 +0000'));
    await put('deep/er/b.EML', letter('new', '3 Jan 2026 10:00:00 +0000'));
    await put('c.eml', letter('middle', '2 Jan 2026 10:00:00 +0000'));
    expect(await subjects()).toEqual(['new', 'middle', 'old']);
  });

  it('puts a message that claims to be from the future where it arrived', async () => {
    await put('a.eml', letter('future', '5 Jan 2199 10:00:00 +0000'));
    await utimes(join(root, 'a.eml'), 1_500_000_000, 1_500_000_000);
    await put('b.eml', letter('now'));
    expect(await subjects()).toEqual(['now', 'future']);
  });

  it('may be a Maildir with sub-folders, whose messages keep their ids when they get flags', async () => {
    await put('new/1.host', letter('inbox'));
    await put('.Work.Reports/cur/2.host:2,S', letter('report'));
    await put('tmp/3.host', letter('half written'));
    const before = await box.list(ALL);
    expect(before?.messages.map(({ folder }) => folder).sort()).toEqual(['', 'Work/Reports']);
    await mkdir(join(root, 'cur'));
    await rename(join(root, 'new/1.host'), join(root, 'cur/1.host:2,FS'));
    const after = await box.list(ALL);
    expect(after?.messages.map(({ id }) => id).sort()).toEqual(
      before?.messages.map(({ id }) => id).sort(),
    );
  });

  it('may hold mbox files; twins in one have ids of their own', async () => {
    const one =
      'From a@b.c Mon Jan  5 10:00:00 2026\nSubject: one\nMessage-ID: <1@x>\n\nFrom here on\n\nFrom there\n\n';
    const two = 'From a@b.c Mon Jan  5 10:00:00 2026\nSubject: two\n\n>From the start\n';
    await put('inbox.mbox', one + one + two);
    await put('Sent', `${two}\n`);
    const list = await box.list(ALL);
    expect(list?.messages.map(({ head }) => head.subject).sort()).toEqual([
      'one',
      'one',
      'two',
      'two',
    ]);
    expect(new Set(list?.messages.map(({ id }) => id)).size).toBe(4);
    const two2 = list?.messages.find(({ head, path }) => head.subject === 'two' && path !== 'Sent');
    expect((await box.read(two2?.id ?? ''))?.message.text).toBe('From the start');
  });

  it('tells mail without a name from other files by its first lines', async () => {
    await put('00001.7c53336b37003a9286aba55d2945844c', letter('corpus'));
    await put('17', letter('mh'));
    await put('README', 'Note: this is no mail');
    await put('notes.txt', letter('text file'));
    await put('.hidden.eml', letter('hidden'));
    expect((await subjects())?.sort()).toEqual(['corpus', 'mh']);
  });

  it('never follows a link, neither to a file nor to a folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'countersign-outside-'));
    await writeFile(join(outside, 'secret.eml'), letter('secret'));
    await symlink(join(outside, 'secret.eml'), join(root, 'link.eml'));
    await symlink(outside, join(root, 'linked'));
    expect(await subjects()).toEqual([]);
    // Not even one that took a file's place after the file was listed.
    await put('a.eml', letter('a'));
    const id = (await box.list(ALL))?.messages[0]?.id ?? '';
    await rm(join(root, 'a.eml'));
    await symlink(join(outside, 'secret.eml'), join(root, 'a.eml'));
    expect(await box.read(id)).toBeNull();
    await expect(nodeMailFolder(root).read('a.eml', 0, 10)).rejects.toThrow();
    await rm(outside, { recursive: true });
  });

  it('is left by no path', async () => {
    await expect(nodeMailFolder(root).read('../x', 0, 1)).rejects.toThrow('left the mail folder');
    await expect(nodeMailFolder(root).list('a/../../x')).rejects.toThrow('left the mail folder');
  });

  it('that is not there is an error of the disk', async () => {
    await expect(
      new Mailbox(nodeMailFolder(join(root, 'nowhere'))).list(ALL),
    ).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('with an empty file and a huge one shows both', async () => {
    await put('empty.eml', '');
    await put('binary.eml', Buffer.alloc(100_000, 255));
    const list = await box.list(ALL);
    expect(list?.messages).toHaveLength(2);
    for (const { id } of list?.messages ?? []) expect(await box.read(id)).not.toBeNull();
  });
});

describe('an index', () => {
  it('of ten thousand messages reads each header once, and only what has changed after that', async () => {
    const folder = new MemoryMailFolder();
    for (let i = 0; i < 10_000; i++) folder.put(`${i}.eml`, letter(`s${i}`));
    const large = new Mailbox(folder);
    expect((await large.list({ limit: 5, after: null }))?.total).toBe(10_000);
    expect(folder.reads).toBe(10_000);
    folder.put('5.eml', letter('changed', '6 Jan 2026 10:00:00 +0000'), 2_000_000_000_001);
    const list = await large.list(ALL);
    expect(folder.reads).toBe(10_001);
    expect(list?.messages[0]?.head.subject).toBe('changed');
  });

  it('is looked at once by many who ask at the same time', async () => {
    const folder = new MemoryMailFolder();
    folder.put('a.eml', letter('a'));
    const shared = new Mailbox(folder);
    await Promise.all(Array.from({ length: 20 }, () => shared.list(ALL)));
    expect(folder.reads).toBe(1);
  });

  it('finds a message it knows without looking at the others', async () => {
    const folder = new MemoryMailFolder();
    for (let i = 0; i < 50; i++) folder.put(`${i}.eml`, letter(`s${i}`));
    const large = new Mailbox(folder);
    const id = (await large.list(ALL))?.messages[0]?.id ?? '';
    folder.reads = 0;
    expect((await large.read(id))?.place.id).toBe(id);
    expect(folder.reads).toBe(1);
  });

  it('gives another id where another message took the place', async () => {
    await put('a.eml', letter('one'));
    const id = (await box.list(ALL))?.messages[0]?.id ?? '';
    await put('a.eml', letter('another'));
    expect(await box.read(id)).toBeNull();
  });
});

describe('pages', () => {
  it('go through all messages, each once', async () => {
    for (let i = 0; i < 7; i++) await put(`${i}.eml`, letter(`s${i}`));
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page = await box.list({ limit: 3, after });
      seen.push(...(page?.messages.map(({ head }) => head.subject) ?? []));
      after = page?.next ?? null;
      more = after !== null;
    }
    expect(seen.sort()).toEqual(['s0', 's1', 's2', 's3', 's4', 's5', 's6']);
  });

  it('that start after what is gone are not made up', async () => {
    await put('a.eml', letter('a'));
    expect(await box.list({ limit: 1, after: `msg_${'0'.repeat(32)}` })).toBeNull();
  });
});

describe('a search', () => {
  const found = async (terms: Partial<SearchTerms>) =>
    (await box.search({ ...ANY, ...terms }, ALL, quiet()))?.messages.map(
      ({ head }) => head.subject,
    );

  it('looks into header and visible text, whatever the case', async () => {
    await put('a.eml', letter('Invoice', undefined, utf8('please PAY über me')));
    await put('b.eml', letter('Lunch'));
    await put(
      'c.eml',
      mail('Subject: hidden', 'Content-Type: text/html', '', '<p hidden>pay über me</p>seen'),
    );
    expect(await found({ text: 'pay ÜBER' })).toEqual(['Invoice']);
    expect(await found({ text: 'invoice' })).toEqual(['Invoice']);
    expect(await found({ subject: 'LUNCH' })).toEqual(['Lunch']);
    expect(await found({ from: 'A@B' })).toHaveLength(2);
    expect(await found({ from: 'nobody' })).toEqual([]);
    expect(await found({ text: 'nowhere' })).toEqual([]);
  });

  it('keeps to days', async () => {
    await put('a.eml', letter('new year', '1 Jan 2026 00:00:00 +0000'));
    await put('b.eml', letter('later', '2 Jan 2026 00:00:00 +0000'));
    const day = (text: string) => Date.parse(text);
    expect(await found({ since: day('2026-01-01'), before: day('2026-01-02') })).toEqual([
      'new year',
    ]);
    expect(await found({ since: day('2026-01-02') })).toEqual(['later']);
  });

  it('stops when it is told to', async () => {
    await put('a.eml', letter('a'));
    await expect(box.search(ANY, ALL, AbortSignal.abort(new Error('stop')))).rejects.toThrow(
      'stop',
    );
  });
});

describe('a deleted message', () => {
  it('is gone from the mailbox, and can be brought back to its place', async () => {
    await put('deep/a.eml', letter('a'));
    const id = (await box.list(ALL))?.messages[0]?.id ?? '';
    expect(await box.delete(id)).toBe(true);
    expect(await subjects()).toEqual([]);
    expect(await box.read(id)).toBeNull();
    expect(await box.delete(id)).toBe(true);
    expect(await box.restore(id)).toBe(true);
    expect((await box.list(ALL))?.messages[0]?.id).toBe(id);
    expect(await readFile(join(root, 'deep/a.eml'))).toEqual(letter('a'));
    expect(await box.restore(id)).toBe(false);
  });

  it('of an mbox is hidden while the file stays as it is', async () => {
    const text =
      'From a@b.c Mon Jan  5 10:00:00 2026\nSubject: one\n\nx\n\nFrom a@b.c Mon Jan  5 10:00:00 2026\nSubject: two\n\ny\n';
    await put('x.mbox', text);
    const one =
      (await box.list(ALL))?.messages.find(({ head }) => head.subject === 'one')?.id ?? '';
    expect(await box.delete(one)).toBe(true);
    expect(await subjects()).toEqual(['two']);
    expect(await readFile(join(root, 'x.mbox'), 'utf8')).toBe(text);
    expect(await box.restore(one)).toBe(true);
    expect(await subjects()).toHaveLength(2);
  });

  it('that never was is no success', async () => {
    expect(await box.delete(`msg_${'0'.repeat(32)}`)).toBe(false);
  });

  it('does not take the place of another one when it comes back', async () => {
    await put('a.eml', letter('first'));
    const id = (await box.list(ALL))?.messages[0]?.id ?? '';
    await box.delete(id);
    await put('a.eml', letter('second'));
    await expect(box.restore(id)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(join(root, 'a.eml'))).toEqual(letter('second'));
  });
});

describe('a summary for people', () => {
  it('tells how a message begins and what is attached', async () => {
    await put('a.eml', letter('a', undefined, `${'word '.repeat(100)}`));
    const [summary] = await mailSummaries(box, 10);
    expect(summary).toMatchObject({
      from: 'a@b.c',
      subject: 'a',
      at: Date.parse('2026-01-05T10:00:00Z'),
      attachments: 0,
    });
    expect(summary?.snippet.length).toBeLessThanOrEqual(160);
  });
});

describe('a whole message for people', () => {
  it('is text with what it was made from, what it hides and where its links lead', async () => {
    const html =
      '<p>Hello</p><script>alert(1)</script><p style="display:none">secret order</p><a href="https://evil.example/x">your bank</a>';
    await put(
      'a.eml',
      mail(
        'From: Eve <eve@b.c>',
        'To: ann@b.c, Bob <bob@b.c>',
        'Subject: s',
        'X-Odd: 1',
        'Content-Type: text/html',
        '',
        html,
      ),
    );
    const id = (await box.list(ALL))?.messages[0]?.id ?? '';
    const message = await mailMessage(box, id);
    expect(message).toMatchObject({
      from: 'Eve <eve@b.c>',
      to: ['ann@b.c', 'Bob <bob@b.c>'],
      at: null,
      textFrom: 'html',
      links: [{ url: 'https://evil.example/x' }],
      hidden: { text: expect.stringContaining('secret order') },
    });
    expect(message?.text).toContain('Hello');
    expect(message?.text).not.toMatch(/<p|script|alert|secret/);
    expect(message?.headers).toContainEqual({ name: 'x-odd', value: '1' });
    expect(await mailMessage(box, `msg_${'0'.repeat(32)}`)).toBeNull();
  });
});
