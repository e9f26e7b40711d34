import { eachAtOnce } from './folder/each-at-once.ts';
import type { FindFolder, FoundFolder } from './folder/find-folder.ts';
import type { MailFolder } from './folder/mail-folder.ts';
import { FolderIndex, type IndexedMessage, type MessageIndex } from './folder/message-index.ts';
import { Trash } from './folder/trash.ts';
import { MAIL_LIMITS } from './parse/limits.ts';
import { type ParsedMessage, parseMessage } from './parse/message.ts';
import { matcherFor, type SearchTerms } from './search.ts';

/** A page of messages, newest first. */
export interface MailPage {
  readonly messages: readonly IndexedMessage[];
  readonly total: number;
  /** The id to ask for the next page with, or null at the end. */
  readonly next: string | null;
  readonly incomplete: boolean;
}

/** Which page: how many messages, and after which one. */
export interface PageWish {
  readonly limit: number;
  readonly after: string | null;
}

/** A message with its bytes, which its attachments point into. */
export interface OpenMessage {
  readonly place: IndexedMessage;
  readonly message: ParsedMessage;
  readonly bytes: Buffer;
}

/** Messages a search reads at once, and of each how much: text stands before attachments. */
const SEARCHED_AT_ONCE = 8;
const SEARCHED_BYTES = 4_000_000;

/** A mailbox that is a folder of files. Rejects only where the disk does. */
export class Mailbox {
  readonly #folder: MailFolder;
  readonly #index: FolderIndex;
  readonly #trash: Trash;

  constructor(folder: MailFolder) {
    this.#folder = folder;
    this.#index = new FolderIndex(folder);
    this.#trash = new Trash(folder);
  }

  /** A page of all messages, or null where the one to start after is not there. */
  async list(wish: PageWish): Promise<MailPage | null> {
    return pageOf(await this.#messages(), wish);
  }

  /** A page of the messages that hold the terms, or null where the one to start after is not there. */
  async search(terms: SearchTerms, wish: PageWish, signal: AbortSignal): Promise<MailPage | null> {
    const index = await this.#messages();
    const matches = matcherFor(terms);
    const found = new Set<IndexedMessage>();
    await eachAtOnce(index.messages, SEARCHED_AT_ONCE, async (place) => {
      signal.throwIfAborted();
      const verdict = matches.byHead(place);
      if (verdict === 'yes') found.add(place);
      if (verdict !== 'ask-body') return;
      const { message } = await this.#open(place, SEARCHED_BYTES);
      if (matches.byText(message.text)) found.add(place);
    });
    return pageOf({ ...index, messages: index.messages.filter((one) => found.has(one)) }, wish);
  }

  /** One message, or null where there is none with this id. */
  async read(id: string): Promise<OpenMessage | null> {
    const place = await this.#find(id);
    return place && this.#open(place);
  }

  /** Moves a message to the trash. Again is the same; false where there never was one. */
  async delete(id: string): Promise<boolean> {
    const place = await this.#find(id);
    if (place) await this.#trash.put(place);
    return place !== null || this.#trash.has(id);
  }

  /** Puts a deleted message back where it was; false where it is not in the trash. */
  restore(id: string): Promise<boolean> {
    return this.#trash.restore(id);
  }

  async #messages(): Promise<MessageIndex> {
    const [index, deleted] = await Promise.all([this.#index.refresh(), this.#trash.ids()]);
    if (deleted.size === 0) return index;
    return { ...index, messages: index.messages.filter(({ id }) => !deleted.has(id)) };
  }

  async #find(id: string): Promise<IndexedMessage | null> {
    return (await this.#trash.has(id)) ? null : this.#index.find(id);
  }

  /** By default one byte more than is looked at, so that a longer message is known to be cut. */
  async #open(place: IndexedMessage, most = MAIL_LIMITS.messageBytes + 1): Promise<OpenMessage> {
    const length = Math.min(place.bytes, most);
    const bytes = await this.#folder.read(place.path, place.start, length);
    return { place, bytes, message: parseMessage(bytes, place.fromMbox) };
  }
}

function pageOf(index: MessageIndex, { limit, after }: PageWish): MailPage | null {
  const before = after === null ? -1 : index.messages.findIndex(({ id }) => id === after);
  if (after !== null && before < 0) return null;
  const messages = index.messages.slice(before + 1, before + 1 + limit);
  const isLast = before + 1 + limit >= index.messages.length;
  return {
    messages,
    total: index.messages.length,
    next: isLast ? null : (messages.at(-1)?.id ?? null),
    incomplete: index.incomplete,
  };
}

/** Most mailboxes whose index is kept. */
const MAX_OPEN = 32;

/** The mailbox that a folder holds, or why it is not opened. */
export type FoundMailbox =
  | { readonly kind: 'mailbox'; readonly mailbox: Mailbox }
  | Exclude<FoundFolder, { kind: 'found' }>;

/** Opens the mailbox of a folder by the name that a connection has for it. */
export type Mailboxes = (folder: string) => Promise<FoundMailbox>;

/** Opens mailboxes where folders are found, and keeps the indexes of those used last. */
export function createMailboxes(
  find: FindFolder,
  openFolder: (path: string) => MailFolder,
): Mailboxes {
  const open = new Map<string, Mailbox>();
  return async (folder) => {
    const found = await find(folder);
    if (found.kind !== 'found') return found;
    const { path } = found;
    const mailbox = open.get(path) ?? new Mailbox(openFolder(path));
    open.delete(path);
    open.set(path, mailbox);
    const [oldest] = open.keys();
    if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest);
    return { kind: 'mailbox', mailbox };
  };
}
