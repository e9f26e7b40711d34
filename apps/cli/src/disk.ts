import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Files } from './powers.ts';

/** The machine's disk. */
export const disk: Files = {
  read: (path) => absentAsNull(readFile(path)),
  async *lines(path) {
    if ((await absentAsNull(stat(path))) === null) return;
    yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  },
  isFolder: async (path) => (await absentAsNull(stat(path)))?.isDirectory() ?? false,
  isEmpty: async (folder) => ((await absentAsNull(readdir(folder))) ?? []).length === 0,
  async write(path, bytes) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes, { mode: 0o600 });
  },
  append: (path, bytes) => appendFile(path, bytes),
  real: (path) => absentAsNull(realpath(path)),
  isOpenToOthers: async (path) =>
    process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0,
  join,
};

async function absentAsNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
