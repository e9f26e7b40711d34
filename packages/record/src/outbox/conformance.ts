import { describe, expect, test } from 'vitest';
import { MAX_MAIL_BYTES, type OutboxStore } from './port.ts';

/** How the suite gets a store. */
export interface OutboxStoreUnderTest {
  readonly store: () => OutboxStore;
}

const mail = {
  from: 'ada@example.com',
  to: ['bob@example.com', 'carol@example.com'],
  subject: 'Grüße',
  text: 'Hello',
  raw: 'From: ada@example.com\r\n\r\nHello',
};

let counter = 0;
const fresh = (what: string) => `${what}_${++counter}`;

/** What every {@link OutboxStore} does. */
export function outboxStoreConformance(name: string, { store }: OutboxStoreUnderTest): void {
  describe(name, () => {
    test('lists mails newest first without their raw form, which is read one by one', async () => {
      const ws = fresh('ws');
      const taken = [];
      for (const subject of ['one', 'two', 'three']) {
        taken.push(await store().take(ws, { ...mail, subject }));
      }
      const listed = await store().mails(ws, 2);
      expect(listed.map(({ subject }) => subject)).toEqual(['three', 'two']);
      expect(listed.some((one) => 'raw' in one)).toBe(false);
      expect(await store().mail(ws, taken[0]?.id ?? '')).toEqual(taken[0]);
      expect(taken[0]).toMatchObject({ ...mail, subject: 'one' });
    });

    test('takes mails that no text column could hold: raw as it came, the rest as it can be shown', async () => {
      const ws = fresh('ws');
      const hostile = {
        ...mail,
        subject: 'a\0b\ud800',
        text: 'x\0',
        raw: 'Subject: a\0b\r\n\r\nx\0é',
      };
      const { id } = await store().take(ws, hostile);
      expect(await store().mail(ws, id)).toMatchObject({
        subject: 'a\uFFFDb\uFFFD',
        text: 'x\uFFFD',
        raw: hostile.raw,
      });
    });

    test('refuses a mail over 50 MiB', async () => {
      const large = store().take('ws_a', { ...mail, raw: 'x'.repeat(MAX_MAIL_BYTES + 1) });
      await expect(large).rejects.toMatchObject({ code: 'RECORD_LIMIT_EXCEEDED' });
    });

    test('shows nothing to another workspace', async () => {
      const { id } = await store().take('ws_a', mail);
      expect(await store().mails('ws_b', 10)).toEqual([]);
      expect(await store().mail('ws_b', id)).toBeNull();
    });
  });
}
