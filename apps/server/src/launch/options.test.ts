import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('without flags and environment everything stays in the repository and on this machine', () => {
  expect(readOptions([], {}, '/repo')).toEqual({
    data: '/repo/data',
    host: '127.0.0.1',
    port: 7400,
    publicUrl: null,
    databaseUrl: null,
    fileRoots: [],
    capacity: 64,
    watch: false,
    help: false,
  });
});

test('a flag wins over the environment, and an empty variable is none', () => {
  const env = { PORT: '8000', COUNTERSIGN_DATA: '/var/a', HOST: '' };
  const options = readOptions(['--port', '9000', '--watch'], env, '/repo');
  expect(options).toMatchObject({ port: 9000, data: '/var/a', host: '127.0.0.1', watch: true });
});

test('a relative data folder is one of the repository', () => {
  expect(readOptions(['--data', 'other'], {}, '/repo').data).toBe('/repo/other');
});

test.each(['0', '65536', 'http', '80a', '-1', '1e3'])('%s is no port', (port) => {
  expect(() => readOptions([], { PORT: port }, '/repo')).toThrow(
    expect.objectContaining({ code: 'LAUNCH_USAGE' }),
  );
});

test('folders for mailboxes are absolute, as many as the operator names', () => {
  const roots = (text: string) =>
    readOptions([], { COUNTERSIGN_FILES_ROOTS: text }, '/repo').fileRoots;
  expect(roots(['/var/mail', '/srv/in'].join(delimiter))).toEqual(['/var/mail', '/srv/in']);
  expect(roots('')).toEqual([]);
  expect(() => roots('mail')).toThrow(/COUNTERSIGN_FILES_ROOTS must name absolute.*“mail”/);
});

test('a flag that is not known is refused with those that are', () => {
  expect(() => readOptions(['--prot', '80'], {}, '/repo')).toThrow(/--prot.*--port PORT/s);
});

test('an address of another kind of database is refused without repeating it', () => {
  const env = { DATABASE_URL: 'mysql://me:hush@db/x' };
  expect(() => readOptions([], env, '/repo')).toThrow('DATABASE_URL must start with postgres://.');
});

test.each(['', '0', '8'])('a capacity of “%s” is taken', (text) => {
  const { capacity } = readOptions([], { COUNTERSIGN_CAPACITY: text }, '/repo');
  expect(capacity).toBe(text === '' ? 64 : Number(text));
});

test.each(['-1', '1.5', 'many', '1e3'])('a capacity of “%s” is refused by its name', (text) => {
  expect(() => readOptions([], { COUNTERSIGN_CAPACITY: text }, '/repo')).toThrow(
    `COUNTERSIGN_CAPACITY must be a number of runs from 0 to 9999, not “${text}”`,
  );
});
