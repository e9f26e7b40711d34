import { label, type ObjectStore } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { MAX_OBJECT_BYTES } from './shape.ts';

/** How the suite gets a store. */
export interface ObjectStoreUnderTest {
  readonly store: () => ObjectStore;
}

const MIB = 1024 * 1024;
const untrusted = label('untrusted', ['user:usr_1'], ['upload:1']);

/** What every {@link ObjectStore} does. */
export function objectStoreConformance(name: string, { store }: ObjectStoreUnderTest): void {
  const put = (bytes: Uint8Array, called = 'a.bin') =>
    store().put('ws_a', {
      name: called,
      mediaType: 'application/octet-stream',
      bytes,
      label: untrusted,
      by: 'usr_1',
    });

  describe(name, () => {
    test.each([0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB])(
      'keeps %d bytes as they are',
      async (size) => {
        const bytes = Uint8Array.from({ length: size }, (_, n) => (n * 31 + (n >> 8)) & 255);
        const found = await store().get('ws_a', await put(bytes, 'Größe.bin'));
        expect(found).toMatchObject({ name: 'Größe.bin', mediaType: 'application/octet-stream' });
        expect(found?.label).toEqual(untrusted);
        expect(found?.bytes.length).toBe(size);
        expect(Buffer.compare(found?.bytes ?? new Uint8Array(1), bytes)).toBe(0);
      },
    );

    test('keeps a view of a larger buffer, and not what is around it', async () => {
      const around = Uint8Array.from([9, 1, 2, 3, 9]);
      const found = await store().get('ws_a', await put(around.subarray(1, 4)));
      expect([...(found?.bytes ?? [])]).toEqual([1, 2, 3]);
    });

    test('what a caller does to bytes it gave or got changes nothing that is kept', async () => {
      const bytes = Uint8Array.from([1, 2, 3]);
      const id = await put(bytes);
      bytes[0] = 9;
      (await store().get('ws_a', id))?.bytes.fill(9);
      expect([...((await store().get('ws_a', id))?.bytes ?? [])]).toEqual([1, 2, 3]);
    });

    test('takes 50 MiB and not a byte more', async () => {
      const over = put(new Uint8Array(MAX_OBJECT_BYTES + 1));
      await expect(over).rejects.toMatchObject({
        code: 'RECORD_LIMIT_EXCEEDED',
        details: { bytes: MAX_OBJECT_BYTES + 1, maxBytes: MAX_OBJECT_BYTES },
      });
      const id = await put(new Uint8Array(MAX_OBJECT_BYTES).fill(7));
      const found = await store().get('ws_a', id);
      expect(found?.bytes.length).toBe(MAX_OBJECT_BYTES);
      expect(found?.bytes.at(-1)).toBe(7);
    });

    test('refuses a name with a zero character', async () => {
      const named = put(new Uint8Array(1), 'a\0.exe');
      await expect(named).rejects.toMatchObject({ code: 'RECORD_VALUE_UNSTORABLE' });
    });

    test('gives nothing to another workspace', async () => {
      const id = await put(Uint8Array.from([1]));
      expect(await store().get('ws_b', id)).toBeNull();
      expect(await store().get('ws_a', 'obj_0')).toBeNull();
    });
  });
}
