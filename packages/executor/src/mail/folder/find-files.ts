import type { MailFolder } from './mail-folder.ts';

/** A file that holds mail. */
export interface MailFile {
  readonly path: string;
  /** `unsure`: its name tells nothing, so its first bytes decide. */
  readonly form: 'message' | 'mbox' | 'unsure';
  /** What a person calls the folder it is in; empty for the mailbox itself. */
  readonly folder: string;
  /** The path without what changes when a message is moved from `new` to `cur` or gets a flag. */
  readonly stablePath: string;
}

/** Where deleted messages go. */
export const TRASH = '.countersign-trash';

const MAX_DEPTH = 8;
const MAX_FILES = 200_000;

/** Files that hold something else, by their endings. */
const OTHER =
  /\.(?:txt|md|json|html?|pdf|png|jpe?g|gif|zip|gz|tar|js|ts|py|csv|xml|ya?ml|db|sqlite|log|lock|index|cache|msf|dat|ini|conf)$/i;

/**
 * Files that may hold mail: `.eml`, mbox, Maildir with sub-folders, MH. Hidden files and links are passed
 * over. Rejects where the folder is not there or cannot be read.
 */
export async function findMailFiles(
  folder: MailFolder,
): Promise<{ readonly files: readonly MailFile[]; readonly incomplete: boolean }> {
  const files: MailFile[] = [];
  let incomplete = false;
  await visit('', 0);
  return { files, incomplete };

  async function visit(path: string, depth: number): Promise<void> {
    const listed = await folder.list(path);
    if (listed === null && depth === 0) throw new FolderMissing();
    const entries = [...(listed ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.kind === 'file') {
        const file = mailFile(below, path, entry.name);
        if (file && files.length >= MAX_FILES) incomplete = true;
        else if (file) files.push(file);
      } else if (entry.kind === 'folder' && entry.name !== TRASH && entry.name !== 'tmp') {
        if (depth >= MAX_DEPTH) incomplete = true;
        else await visit(below, depth + 1);
      }
    }
  }
}

/** The mailbox's folder is not there; carries a code as the system's errors do. */
class FolderMissing extends Error {
  readonly code = 'ENOENT';
}

function mailFile(path: string, folderPath: string, name: string): MailFile | null {
  const maildir = /^(.*?)\/?(?:cur|new)$/.exec(folderPath);
  if (maildir) {
    const place = maildir[1] ?? '';
    const unique = name.split(/[:;]2,/, 1)[0] ?? name;
    return name.startsWith('.')
      ? null
      : { path, form: 'message', folder: shownFolder(place), stablePath: `${place}/${unique}` };
  }
  if (name.startsWith('.') || /(?:^|\/)\.[^/]+$/.test(folderPath)) return null;
  const form = /\.eml$/i.test(name)
    ? 'message'
    : /\.mbo?x$/i.test(name)
      ? 'mbox'
      : OTHER.test(name)
        ? null
        : 'unsure';
  return form && { path, form, folder: shownFolder(folderPath), stablePath: path };
}

/** Maildir++ writes `.Work.Reports` for a folder Reports in Work. */
function shownFolder(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  return (
    last.startsWith('.') ? path.replace(last, last.slice(1).replaceAll('.', '/')) : path
  ).slice(0, 300);
}
