import { digest } from '@countersign/contract';
import { type MessageHead, readHead } from '../parse/message.ts';
import { eachAtOnce } from './each-at-once.ts';
import { findMailFiles, type MailFile } from './find-files.ts';
import type { MailFolder } from './mail-folder.ts';
import { type MboxRange, splitMbox } from './mbox.ts';

/** A message and where it stands. */
export interface IndexedMessage {
  /** `msg_` and 32 hex digits of a hash of place and Message-ID. */
  readonly id: string;
  readonly path: string;
  readonly folder: string;
  readonly start: number;
  readonly bytes: number;
  readonly fromMbox: boolean;
  readonly head: MessageHead;
  /** Milliseconds since 1970: the Date field, but never later than the file; what lists are ordered by. */
  readonly at: number;
}

/** All messages of a mailbox, newest first. */
export interface MessageIndex {
  readonly messages: readonly IndexedMessage[];
  readonly incomplete: boolean;
}

const MAX_MESSAGES = 100_000;
/** Bytes of a message that its header is looked for in. */
const HEAD_BYTES = 32_768;
const AT_ONCE = 32;

interface Known {
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly messages: readonly IndexedMessage[];
}

/** Keeps the index of one mail folder, reading again only files whose size or time has changed. */
export class FolderIndex {
  readonly #folder: MailFolder;
  #known = new Map<string, Known>();
  #byId: ReadonlyMap<string, IndexedMessage> = new Map();
  #running: Promise<MessageIndex> | null = null;

  constructor(folder: MailFolder) {
    this.#folder = folder;
  }

  /** The messages as they are now. Two that ask at once share one look. Rejects where the folder cannot be read. */
  refresh(): Promise<MessageIndex> {
    this.#running ??= this.#refresh().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** One message, or null. Looks at the whole folder only where the message is not where it was. */
  async find(id: string): Promise<IndexedMessage | null> {
    const last = this.#byId.get(id);
    const known = last && this.#known.get(last.path);
    const stat = last && (await this.#folder.stat(last.path));
    if (last && known && stat && isSame(known, stat)) return last;
    await this.refresh();
    return this.#byId.get(id) ?? null;
  }

  async #refresh(): Promise<MessageIndex> {
    const { files, incomplete } = await findMailFiles(this.#folder);
    const known = new Map<string, Known>();
    await eachAtOnce(files, AT_ONCE, async (file) => {
      const fresh = await this.#look(file);
      if (fresh) known.set(file.path, fresh);
    });
    this.#known = known;
    const messages = files.flatMap((file) => known.get(file.path)?.messages ?? []);
    const kept = messages.sort(newestFirst).slice(0, MAX_MESSAGES);
    this.#byId = new Map(kept.map((message) => [message.id, message]));
    return { messages: kept, incomplete: incomplete || kept.length < messages.length };
  }

  async #look(file: MailFile): Promise<Known | null> {
    const stat = await this.#folder.stat(file.path);
    if (!stat) return null;
    const old = this.#known.get(file.path);
    if (old && isSame(old, stat)) return old;
    try {
      return { ...stat, messages: await this.#read(file, stat) };
    } catch {
      // Gone, or not ours to read: one file must not hide the others.
      return { ...stat, messages: [] };
    }
  }

  async #read(
    file: MailFile,
    stat: { bytes: number; modifiedAt: number },
  ): Promise<readonly IndexedMessage[]> {
    const read = (start: number, length: number) =>
      this.#folder.read(file.path, start, Math.max(0, Math.min(length, stat.bytes - start)));
    const first = await read(0, HEAD_BYTES);
    const form = file.form === 'unsure' ? formOf(first) : file.form;
    if (form === null) return [];
    const isMbox = form === 'mbox' && first.toString('latin1', 0, 5) === 'From ';
    if (!isMbox) return [this.#message(file, stat, { start: 0, end: stat.bytes }, first, false, 0)];
    const messages: IndexedMessage[] = [];
    const seen = new Map<string, number>();
    for (const range of await splitMbox(read, stat.bytes, MAX_MESSAGES)) {
      const bytes = await read(range.start, Math.min(HEAD_BYTES, range.end - range.start));
      const twin = this.#message(file, stat, range, bytes, true, 0);
      const count = seen.get(twin.id) ?? 0;
      seen.set(twin.id, count + 1);
      messages.push(count === 0 ? twin : this.#message(file, stat, range, bytes, true, count));
    }
    return messages;
  }

  #message(
    file: MailFile,
    stat: { modifiedAt: number },
    range: MboxRange,
    first: Buffer,
    fromMbox: boolean,
    twin: number,
  ): IndexedMessage {
    const head = readHead(first);
    const named = head.messageId === '' ? digest(first) : head.messageId;
    return {
      id: `msg_${digest(`${file.stablePath}\0${named}\0${twin}`).slice(0, 32)}`,
      path: file.path,
      folder: file.folder,
      start: range.start,
      bytes: range.end - range.start,
      fromMbox,
      head,
      at: Math.min(head.date ?? stat.modifiedAt, stat.modifiedAt),
    };
  }
}

type Stat = Pick<Known, 'bytes' | 'modifiedAt'>;

function isSame(known: Stat, stat: Stat): boolean {
  return known.bytes === stat.bytes && known.modifiedAt === stat.modifiedAt;
}

/** What a file without a telling name is: two fields that only mail has, or an mbox envelope. */
function formOf(first: Buffer): 'message' | 'mbox' | null {
  const head = first.toString('latin1', 0, 8_192);
  if (/^From \S.{0,200}\d{1,2}:\d{2}/.test(head)) return 'mbox';
  const fields = new Set(
    [
      ...head.matchAll(/^(from|to|subject|date|received|return-path|message-id|delivered-to):/gim),
    ].map((match) => match[1]?.toLowerCase()),
  );
  return fields.size >= 2 ? 'message' : null;
}

function newestFirst(a: IndexedMessage, b: IndexedMessage): number {
  return b.at - a.at || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start);
}
