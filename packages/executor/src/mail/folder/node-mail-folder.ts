import { constants, type Dirent } from 'node:fs';
import { link, lstat, mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Bug } from '@countersign/contract';
import type { FolderEntry, MailFolder } from './mail-folder.ts';

/** A mail folder on this machine's disk. Symbolic links inside it are never followed, devices never opened. */
export function nodeMailFolder(root: string): MailFolder {
  const at = (path: string) => {
    if (path.split('/').some((name) => name === '..' || name.includes('\0')))
      throw new Bug('a path left the mail folder');
    return join(root, path);
  };
  return {
    async list(path) {
      try {
        return (await readdir(at(path), { withFileTypes: true })).map(folderEntry);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async stat(path) {
      try {
        const found = await lstat(at(path));
        return found.isFile() ? { bytes: found.size, modifiedAt: found.mtimeMs } : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async read(path, start, length) {
      // A file may have become a link or a pipe since it was listed.
      const file = await open(at(path), constants.O_RDONLY | NO_FOLLOW);
      try {
        if (!(await file.stat()).isFile()) throw new Error('not a regular file');
        const buffer = Buffer.allocUnsafe(length);
        let size = 0;
        while (size < length) {
          const { bytesRead } = await file.read(buffer, size, length - size, start + size);
          if (bytesRead === 0) break;
          size += bytesRead;
        }
        return buffer.subarray(0, size);
      } finally {
        await file.close();
      }
    },
    async move(from, to) {
      await mkdir(dirname(at(to)), { recursive: true });
      // A hard link fails where something is there; a rename would replace it.
      await link(at(from), at(to)).then(
        () => unlink(at(from)),
        async (error: unknown) => {
          if (!isUnsupported(error)) throw error;
          await rename(at(from), at(to));
        },
      );
    },
    async write(path, bytes) {
      await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 });
      try {
        await writeFile(at(path), bytes, { flag: 'wx', mode: 0o600 });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
    },
    async remove(path) {
      try {
        await unlink(at(path));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}

function folderEntry(entry: Dirent): FolderEntry {
  const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
  return { name: entry.name, kind };
}

/** Windows has neither flag. */
const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

/** File systems without hard links, and folders where they are forbidden. */
function isUnsupported(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EOPNOTSUPP'].includes(String(codeOf(error)));
}
