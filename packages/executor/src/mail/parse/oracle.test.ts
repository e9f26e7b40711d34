import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { compose } from '../compose.ts';
import { parseMessage } from './message.ts';

/** Words as people write them, in several scripts. */
const words = fc
  .array(
    fc.constantFrom(
      'hello',
      'Grüße',
      'Привет',
      '你好',
      '🙂',
      'a=b',
      'From',
      '>x',
      '"q"',
      '<t>',
      'x,y',
      '=?',
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((list) => list.join(' '));
const address = fc.constantFrom('a@example.com', 'b.c@example.org', 'd+e@sub.example.net');

describe('a message that another library wrote', () => {
  it('is read as yet another one reads it', async () => {
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.array(words, { minLength: 1, maxLength: 5 }),
        fc.array(address, { minLength: 1, maxLength: 3 }),
        async (subject, lines, to) => {
          const raw = await compose({
            from: 'me@example.com',
            to,
            cc: [],
            subject,
            text: lines.join('\n'),
            inReplyTo: '',
            references: [],
            call: 'run_a.1',
            at: 1_767_603_600_000,
          });
          const ours = parseMessage(raw);
          const theirs = await simpleParser(raw);
          expect(ours.problems).toEqual([]);
          expect(ours.subject).toBe(theirs.subject?.replace(/\s+/g, ' ').trim());
          expect(ours.text).toBe(theirs.text?.trim());
          expect(ours.date).toBe(theirs.date?.getTime());
          expect(ours.messageId).toBe(theirs.messageId);
          expect(ours.to.map((one) => one.address)).toEqual(to);
        },
      ),
      { numRuns: 60 },
    );
  });
});
