import { TRASH } from './find-files.ts';
import type { MailFolder } from './mail-folder.ts';
import type { IndexedMessage } from './message-index.ts';

/**
 * Deleted messages. A file is moved here under its message's id; of an mbox a copy is put here and the
 * mbox left alone, since a mail server may be writing to it. What is here is not in the mailbox any more.
 */
export class Trash {
  readonly #folder: MailFolder;

  constructor(folder: MailFolder) {
    this.#folder = folder;
  }

  /** Ids of the messages that are here. */
  async ids(): Promise<ReadonlySet<string>> {
    const names = (await this.#folder.list(TRASH)) ?? [];
    return new Set(names.flatMap(({ name }) => /^(msg_[0-9a-f]{32})\.eml$/.exec(name)?.[1] ?? []));
  }

  async has(id: string): Promise<boolean> {
    return (await this.#folder.stat(copyOf(id))) !== null;
  }

  /** Moves a message here. Its place is noted first, so that a crash in between loses nothing. */
  async put(message: IndexedMessage): Promise<void> {
    const { id, path, start, bytes, fromMbox } = message;
    const place = new TextEncoder().encode(JSON.stringify({ path, fromMbox }));
    await this.#folder.write(noteOf(id), place);
    if (fromMbox) await this.#folder.write(copyOf(id), await this.#folder.read(path, start, bytes));
    else await this.#folder.move(path, copyOf(id));
  }

  /** Puts a message back where it was. False where it is not here, or its place cannot be read. */
  async restore(id: string): Promise<boolean> {
    const stat = await this.#folder.stat(noteOf(id));
    if (!stat || !(await this.#folder.stat(copyOf(id)))) return false;
    const note: unknown = JSON.parse(
      (await this.#folder.read(noteOf(id), 0, stat.bytes)).toString('utf8'),
    );
    if (!isNote(note)) return false;
    if (note.fromMbox) await this.#folder.remove(copyOf(id));
    else await this.#folder.move(copyOf(id), note.path);
    await this.#folder.remove(noteOf(id));
    return true;
  }
}

function copyOf(id: string): string {
  return `${TRASH}/${id}.eml`;
}

function noteOf(id: string): string {
  return `${TRASH}/${id}.json`;
}

function isNote(value: unknown): value is { path: string; fromMbox: boolean } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'fromMbox' in value &&
    typeof value.fromMbox === 'boolean'
  );
}
