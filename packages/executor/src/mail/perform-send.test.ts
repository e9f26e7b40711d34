import type {
  Broker,
  Connection,
  JsonObject,
  SmtpRequest,
  SmtpResult,
} from '@countersign/contract';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { egressFault } from '../egress/errors.ts';
import { granted, quiet } from '../testing/granted.ts';
import { parseMessage } from './parse/message.ts';
import { mailSendPerformer } from './perform-send.ts';

const CONNECTION: Connection = {
  id: 'con_smtp',
  workspace: 'ws_a',
  name: 'SMTP',
  config: {
    kind: 'smtp',
    host: 'mx.example.com',
    port: 587,
    tls: 'starttls',
    from: 'bot@example.com',
    allowPrivate: false,
  },
};

/** Sends with a broker that answers as given, and keeps what it was handed. */
async function send(
  args: JsonObject,
  answer: SmtpResult | Error = { kind: 'accepted', response: '250 ok' },
  call = 'run_a.7',
) {
  const handed: SmtpRequest[] = [];
  const broker: Pick<Broker, 'smtp'> = {
    async smtp(request) {
      handed.push(request);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const performer = mailSendPerformer({
    findConnection: async () => CONNECTION,
    broker,
    now: () => Date.parse('2026-01-05T10:00:00Z'),
  });
  const about = granted('mail.send', args, {
    connection: 'con_smtp',
    repeat: 'once',
    effect: 'send',
    call,
  });
  return {
    performed: await performer(about, quiet()),
    handed,
    raw: Buffer.from(handed[0]?.raw ?? []),
  };
}

const LETTER = { to: ['ann@example.org'], subject: 'Grüße', text: 'Hello\n.\nFrom me' };

describe('mail.send', () => {
  it('hands over a message that other programs read as it was meant', async () => {
    const { performed, handed, raw } = await send({
      ...LETTER,
      cc: ['bob@example.org'],
      inReplyTo: '<1@x>',
      references: ['<0@x>', '<1@x>'],
    });
    expect(performed).toMatchObject({
      kind: 'done',
      result: { accepted: ['ann@example.org', 'bob@example.org'], response: '250 ok' },
    });
    expect(handed[0]).toMatchObject({
      workspace: 'ws_a',
      connection: 'con_smtp',
      envelope: { from: 'bot@example.com', to: ['ann@example.org', 'bob@example.org'] },
    });
    const theirs = await simpleParser(raw);
    expect(theirs).toMatchObject({
      subject: 'Grüße',
      inReplyTo: '<1@x>',
      references: ['<0@x>', '<1@x>'],
    });
    expect(theirs.text?.trim()).toBe('Hello\n.\nFrom me');
    expect(theirs.from?.text).toBe('bot@example.com');
    expect(theirs.date?.toISOString()).toBe('2026-01-05T10:00:00.000Z');
    expect(parseMessage(raw)).toMatchObject({
      subject: 'Grüße',
      text: 'Hello\n.\nFrom me',
      problems: [],
    });
  });

  it('gives a repeat the same Message-ID, and another call another one', async () => {
    const id = async (call: string) =>
      parseMessage((await send(LETTER, undefined, call)).raw).messageId;
    expect(await id('run_a.7')).toBe(await id('run_a.7'));
    expect(await id('run_a.7')).not.toBe(await id('run_a.8'));
    expect(await id('run_a.7')).not.toContain('run_a');
  });

  it.each([
    [
      'a line break in the subject',
      { ...LETTER, subject: 'a\r\nBcc: eve@evil.example' },
      'MAIL_HEADER_INVALID',
    ],
    [
      'a bare CR in the subject',
      { ...LETTER, subject: 'a\rBcc: eve@evil.example' },
      'MAIL_HEADER_INVALID',
    ],
    ['a line separator in the subject', { ...LETTER, subject: 'a\u2028b' }, 'MAIL_HEADER_INVALID'],
    [
      'a line break in a reference',
      { ...LETTER, references: ['<a@b>\r\nBcc: eve@x.y'] },
      'MAIL_HEADER_INVALID',
    ],
    ['two references in one', { ...LETTER, inReplyTo: '<a@b> <c@d>' }, 'MAIL_HEADER_INVALID'],
    [
      'a line break in an address',
      { ...LETTER, to: ['ann@example.org\r\nBcc: eve@x.y'] },
      'MAIL_ADDRESS_INVALID',
    ],
    [
      'two addresses in one',
      { ...LETTER, to: ['ann@example.org,eve@x.y'] },
      'MAIL_ADDRESS_INVALID',
    ],
    ['a name before the address', { ...LETTER, to: ['Ann <eve@x.y>'] }, 'MAIL_ADDRESS_INVALID'],
    ['two dots in an address', { ...LETTER, to: ['ann@example..org'] }, 'MAIL_ADDRESS_INVALID'],
    ['a route', { ...LETTER, to: ['@relay:ann@example.org'] }, 'MAIL_ADDRESS_INVALID'],
    [
      'a quoted local part',
      { ...LETTER, to: ['"ann@example.org"@evil.example'] },
      'MAIL_ADDRESS_INVALID',
    ],
    [
      'a percent route',
      { ...LETTER, to: ['ann@example.org@evil.example'] },
      'MAIL_ADDRESS_INVALID',
    ],
    ['nobody', { ...LETTER, to: [] }, 'MAIL_ADDRESS_INVALID'],
  ])('refuses %s and hands nothing over', async (_name, args, code) => {
    const { performed, handed } = await send(args);
    expect(performed).toMatchObject({ kind: 'failed', code });
    expect(handed).toEqual([]);
  });

  it('lets no text become a header, a file or a fetch', async () => {
    const { raw } = await send({
      ...LETTER,
      text: '\r\n\r\nBcc: eve@evil.example\r\n\r\n<img src=file:///etc/passwd>',
    });
    const head = raw.toString('latin1').split('\r\n\r\n', 1)[0];
    expect(head).not.toMatch(/bcc/i);
    expect((await simpleParser(raw)).bcc).toBeUndefined();
  });

  it.each([
    [
      { kind: 'rejected', response: '550 no such user' },
      { kind: 'failed', code: 'MAIL_REJECTED' },
    ],
    [
      { kind: 'unreachable', reason: 'refused' },
      { kind: 'failed', code: 'MAIL_UNREACHABLE' },
    ],
    [{ kind: 'lost', reason: 'timeout' }, { kind: 'unknown' }],
  ] as const)('tells %j for what it is', async (answer, outcome) => {
    expect((await send(LETTER, answer)).performed).toMatchObject(outcome);
  });

  it('has sent nothing where the broker is away', async () => {
    expect((await send(LETTER, egressFault('BROKER_UNREACHABLE'))).performed).toMatchObject({
      kind: 'failed',
      code: 'MAIL_UNREACHABLE',
    });
  });
});
