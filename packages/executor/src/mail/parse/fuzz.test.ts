import { canonical } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf } from '../../testing/growth.ts';
import { attachmentBytes, parseMessage } from './message.ts';

/** Pieces of mail that mean something to a parser, in any order. */
const PIECES = [
  'From: ',
  'Subject: ',
  'Content-Type: multipart/mixed; boundary=b\r\n',
  'Content-Type: multipart/alternative; boundary="b"\r\n',
  'Content-Type: text/html; charset=',
  'Content-Type: message/rfc822\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n',
  'Content-Transfer-Encoding: x-uuencode\r\n',
  'Content-Disposition: attachment; filename*0*=',
  'begin 644 a\r\n#',
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '--b\r\n',
  '--b--\r\n',
  '=?utf-8?Q?=C3?=',
  '=?utf-7?B?+?=',
  'utf-16\r\n',
  'iso-2022-jp\r\n',
  '<p style="display:none">',
  '</p>',
  '<a href="',
  '<!--',
  '<style>.x{',
  '&#x0;&#xd800;&#1114112;',
  '=\r\n',
  '=0',
  '"',
  '(',
  '<',
  ';',
  ':',
  ',',
  'From x Mon Jan  5 10:00:00 2026\r\n',
  '\0',
  '\xff\xfe',
] as const;

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PIECES).map((text) => Buffer.from(text, 'latin1')) },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)) },
);
const anyMail = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.concat(pieces));

describe('any bytes at all', () => {
  it('are read without throwing, and what comes of them can be stored and hashed', () => {
    fc.assert(
      fc.property(anyMail, fc.boolean(), (bytes, fromMbox) => {
        const message = parseMessage(bytes, fromMbox);
        for (const attachment of message.attachments) {
          expect(attachmentBytes(bytes, attachment).length).toBeLessThanOrEqual(bytes.length);
        }
        const shown = message.attachments.map(({ number, name, mediaType, bytes: size }) => ({
          number,
          name,
          mediaType,
          size,
        }));
        // Throws for lone surrogates; a NUL would be refused by the store.
        const text = canonical(JSON.parse(JSON.stringify({ ...message, attachments: shown })));
        expect(text).not.toMatch(/(?<!\\)(?:\\\\)*\\u0000/);
        expect(text.length).toBeLessThan(bytes.length * 12 + 2_000);
      }),
      { numRuns: 1_500 },
    );
  }, 60_000);

  it('give the same again', () => {
    fc.assert(
      fc.property(anyMail, (bytes) => {
        expect(parseMessage(bytes)).toEqual(parseMessage(bytes));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the time to read a message', () => {
  it.each([
    ['addresses', 'To: ', '<a@b>,'],
    ['open brackets', 'To: ', '('],
    ['open quotes', 'To: ', '"'],
    ['groups', 'To: ', 'a:'],
    ['encoded words', 'Subject: ', '=?utf-8?Q?a?= '],
    ['half encoded words', 'Subject: ', '=?a?Q?'],
    ['parameters', 'Content-Type: text/plain', ';a*0*=b'],
    ['soft breaks', 'Content-Transfer-Encoding: quoted-printable\n\n', `=${' '.repeat(79)}`],
    ['delimiters', 'Content-Type: multipart/mixed; boundary=b\n\n', '--b\n'],
    ['half delimiters', 'Content-Type: multipart/mixed; boundary=b\n\n', '\n--bb'],
    ['flowed lines', 'Content-Type: text/plain; format=flowed\n\n', 'a \n'],
    ['fields without colon', 'A: b\n', 'x\nB: c\n'],
    ['uuencoded lines', 'Content-Transfer-Encoding: uuencode\n\nbegin 644 a\n', '#86)C\n'],
  ])('is in proportion for many %s', (_name, start, repeated) => {
    const read = (size: number) =>
      parseMessage(
        Buffer.from(start + repeated.repeat(Math.floor(size / repeated.length)), 'latin1'),
      );
    expect(growthOf(read, 100_000)).toBeLessThan(10);
  });
});
