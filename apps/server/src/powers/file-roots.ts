import { mkdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type FindFolder, findFolder } from '@countersign/executor';
import { z } from 'zod';

/** What says which folders of this machine may be read. */
export interface FileRootsParts {
  /** The data folder: `files` in it may be read, and what whoever may write in it has named. */
  readonly data: string;
  /** Folders that the operator has named when the server was started. */
  readonly named: readonly string[];
  /** Told of a file that cannot be read, which then opens nothing. */
  readonly report: (error: unknown) => void;
}

/** The file in which the command line on this machine names folders: a JSON list of absolute paths. */
const ALLOWED = 'mail-folders.json';

const allowedSchema = z.array(z.string().refine(isAbsolute));

/**
 * Finds the folders that connections name, within those that may be read and nowhere else. What an API key may set
 * up is not what may be read: that is said by whoever starts the server, or may write in its data folder.
 */
export async function openFileRoots({ data, named, report }: FileRootsParts): Promise<FindFolder> {
  const files = join(data, 'files');
  await mkdir(files, { recursive: true, mode: 0o700 });
  const always = [files, join(data, 'example', 'mailbox'), ...named];
  return async (name) => findFolder(name, files, [...always, ...(await allowed())]);

  async function allowed(): Promise<readonly string[]> {
    const text = await readFile(join(data, ALLOWED), 'utf8').catch(absentAsEmpty);
    try {
      return allowedSchema.parse(JSON.parse(text));
    } catch (error) {
      report(error);
      return [];
    }
  }
}

function absentAsEmpty(error: unknown): string {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isAbsent ? '[]' : '';
}
