import type { KeyRecord, KeyStore } from '@countersign/record';
import { beforeEach, expect, test } from 'vitest';
import { keepKeys } from './kept-keys.ts';

const record: KeyRecord = {
  ...{ id: 'key_a', workspace: 'ws_a', name: 'A', person: 'usr_ann', agent: null, scopes: [] },
  ...{ createdAt: 0, expiresAt: null, revokedAt: null, lastUsedAt: null },
};
const unused = () => Promise.reject(new Error('not asked for here'));

let time = 0;
let asked: string[] = [];
let live = true;
/** What the next look-up waits for. */
let delay = Promise.resolve();
beforeEach(() => {
  time = 0;
  asked = [];
  live = true;
  delay = Promise.resolve();
});

const store: KeyStore = {
  keys: unused,
  createKey: unused,
  async revokeKey() {
    live = false;
    return true;
  },
  async authenticate(text) {
    asked.push(text);
    const found = live && text === 'right' ? record : null;
    await delay;
    return found;
  },
};

test('a key is looked up once for many requests, and again after a second', async () => {
  const keys = keepKeys(store, () => time);
  await keys.authenticate('right');
  time = 999;
  expect(await keys.authenticate('right')).toEqual(record);
  expect(asked).toEqual(['right']);
  time = 1000;
  await keys.authenticate('right');
  expect(asked).toEqual(['right', 'right']);
});

test('being asked for does not make an answer last longer', async () => {
  const keys = keepKeys(store, () => time);
  for (time = 0; time < 2500; time += 500) await keys.authenticate('right');
  expect(asked).toHaveLength(3);
});

test('no text is let in for another', async () => {
  const keys = keepKeys(store, () => time);
  await keys.authenticate('right');
  expect(await keys.authenticate('wrong')).toBeNull();
  expect(await keys.authenticate('right ')).toBeNull();
});

test('a text that is no key is looked up each time: it may become one', async () => {
  const keys = keepKeys(store, () => time);
  await keys.authenticate('wrong');
  await keys.authenticate('wrong');
  expect(asked).toHaveLength(2);
});

test('a key that is revoked here is refused at once', async () => {
  const keys = keepKeys(store, () => time);
  await keys.authenticate('right');
  await keys.revokeKey('ws_a', 'key_a', 'usr_ann');
  expect(await keys.authenticate('right')).toBeNull();
});

test('what was changed here is looked up again', async () => {
  const keys = keepKeys(store, () => time);
  await keys.authenticate('right');
  keys.forget();
  await keys.authenticate('right');
  expect(asked).toHaveLength(2);
});

test('an answer from before a change that comes after it is not kept', async () => {
  const keys = keepKeys(store, () => time);
  let answer: () => unknown = unused;
  delay = new Promise((resolve) => {
    answer = resolve;
  });
  const early = keys.authenticate('right');
  await keys.revokeKey('ws_a', 'key_a', 'usr_ann');
  answer();
  expect(await early).toEqual(record);
  expect(await keys.authenticate('right')).toBeNull();
});

test('thousands of keys do not fill the memory: the oldest are looked up again', async () => {
  const keys = keepKeys(
    {
      ...store,
      async authenticate(text) {
        asked.push(text);
        return record;
      },
    },
    () => time,
  );
  for (let index = 0; index <= 1000; index += 1) await keys.authenticate(`key ${index}`);
  await keys.authenticate('key 0');
  expect(asked).toHaveLength(1002);
});
