import { dataFolderOf } from './config.ts';
import { cliFault } from './errors.ts';
import type { Powers } from './powers.ts';

/**
 * Lets the server read mail from a folder: names it in its data folder, which only whoever runs the server may write
 * in. A server of another machine is left to its own operator, and refuses what it may not read.
 *
 * @param folder absolute and without links.
 * @returns whether the folder was named now.
 * @throws fault `CLI_FILE` where the list that is there cannot be added to.
 */
export async function allowFolder(powers: Powers, url: string, folder: string): Promise<boolean> {
  const data = await dataFolderOf(powers, url);
  if (data === null) return false;
  const { files } = powers;
  const path = files.join(data, 'mail-folders.json');
  const allowed = listOf(await files.read(path));
  if (allowed === null) {
    const message = 'The list of folders that the server may read mail from is not readable.';
    throw cliFault('CLI_FILE', { message, details: { path } });
  }
  if (allowed.includes(folder)) return false;
  await files.write(path, `${JSON.stringify([...allowed, folder], null, 2)}\n`);
  return true;
}

function listOf(bytes: Uint8Array | null): readonly string[] | null {
  if (bytes === null) return [];
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isList = Array.isArray(list) && list.every((one) => typeof one === 'string');
    return isList ? list : null;
  } catch {
    return null;
  }
}
