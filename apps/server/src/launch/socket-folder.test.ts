import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokerSocket, fitsSocket, postgresSocket, socketFolder } from './socket-folder.ts';
import { writeWhole } from './write-whole.ts';

let folder: string;
let deep: string;
const made: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-sockets-'));
  deep = join(folder, 'a'.repeat(90), 'data');
  mkdirSync(deep, { recursive: true });
});
afterEach(() => {
  for (const path of [folder, ...made]) rmSync(path, { recursive: true, force: true });
});

test('sockets stand in the data folder', () => {
  const sockets = socketFolder(folder);
  expect(sockets).toBe(join(folder, 'run'));
  expect(statSync(sockets).mode & 0o777).toBe(0o700);
  expect(brokerSocket(folder, sockets)).toBe(join(folder, 'broker.sock'));
});

test('a path too long for a socket gets a private folder elsewhere, the same at every start', () => {
  const sockets = socketFolder(deep);
  made.push(sockets);
  expect(fitsSocket(postgresSocket(sockets))).toBe(true);
  expect(statSync(sockets).mode & 0o777).toBe(0o700);
  expect(brokerSocket(deep, sockets)).toBe(join(sockets, 'broker.sock'));
  expect(socketFolder(deep)).toBe(sockets);
});

test('a folder elsewhere that somebody else may have swapped is not used again', () => {
  const trap = join(folder, 'trap');
  symlinkSync(folder, trap);
  writeWhole(join(deep, 'run.path'), trap);
  const sockets = socketFolder(deep);
  made.push(sockets);
  expect(sockets).not.toBe(trap);
});
