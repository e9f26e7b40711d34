import { visibleLine } from '../../text/visible-text.ts';
import type { HiddenText } from '../html/to-text.ts';
import { type Address, readAddresses } from './addresses.ts';
import { readBody } from './body-text.ts';
import { readDate } from './date.ts';
import { decodeWords } from './encoded-words.ts';
import { fieldOf, fieldsOf, type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { leavesOfTree } from './leaves.ts';
import { MAIL_LIMITS } from './limits.ts';
import { describePart, type Part } from './part.ts';
import { base64Size, unpack } from './transfer.ts';
import { readTree } from './tree.ts';

/** What a list shows of a message; from its header alone. All of it is whatever the sender wrote. */
export interface MessageHead {
  readonly from: Address | null;
  readonly to: readonly Address[];
  readonly subject: string;
  /** Milliseconds since 1970 of the Date field, or null. */
  readonly date: number | null;
  readonly messageId: string;
  readonly problems: readonly string[];
}

/** A message as a person sees it. */
export interface ParsedMessage extends MessageHead {
  readonly replyTo: readonly Address[];
  readonly cc: readonly Address[];
  readonly inReplyTo: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
  readonly textFrom: 'plain' | 'html' | 'none';
  readonly links: readonly { readonly text: string; readonly url: string }[];
  /** What is there and people do not see. */
  readonly hidden: HiddenText;
  readonly attachments: readonly Attachment[];
}

/** Something attached; its content stays in the message's bytes until it is asked for. */
export interface Attachment {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly inline: boolean;
  /** For an attached message. */
  readonly subject: string | null;
  readonly part: Part;
}

/**
 * Reads a message, whatever it is. Never throws for content: what is broken is said in `problems`. The
 * time is linear in the bytes, and what one message may cost is capped by {@link MAIL_LIMITS}.
 * @param fromMbox its lines were escaped for an mbox file
 */
export function parseMessage(whole: Buffer, fromMbox = false): ParsedMessage {
  const bytes = whole.subarray(0, MAIL_LIMITS.messageBytes);
  const { header, root, problems } = readTree(bytes, 0, bytes.length);
  const { bodies, attachments } = leavesOfTree(root);
  const body = readBody(bytes, bodies, fromMbox);
  const head = headOf(header, root.charset);
  const all = new Set([...head.problems, ...problems, ...body.problems]);
  if (bytes.length < whole.length) all.add('message-cut');
  if (bytes.length === 0) all.add('empty');
  return {
    ...head,
    problems: [...all],
    replyTo: addressesIn(header, 'reply-to', root.charset),
    cc: addressesIn(header, 'cc', root.charset),
    inReplyTo: lineIn(header, 'in-reply-to'),
    headers: header.fields.slice(0, 200).map(({ name, raw }) => ({
      name: name.slice(0, 200),
      value: visibleLine(decodeWords(raw, root.charset), 1_000),
    })),
    text: body.text,
    textFrom: body.from,
    links: body.links,
    hidden: body.hidden,
    attachments: attachments.map((part, i) => describe(bytes, part, i + 1)),
  };
}

/** Reads what a list shows of a message, from its first bytes. */
export function readHead(bytes: Buffer): MessageHead {
  const header = readHeaderBlock(bytes, 0, bytes.length, 'message');
  return headOf(header, describePart(header, bytes.length, 'text/plain').charset);
}

function headOf(header: HeaderBlock, charset: string | null): MessageHead {
  const problems = new Set(header.problems);
  for (const name of ['from', 'subject', 'date', 'message-id', 'content-type'])
    if (fieldsOf(header, name).length > 1) problems.add(`repeated-${name}`);
  if (header.fields.length === 0) problems.add('no-headers');
  const dateField = fieldOf(header, 'date');
  const date = dateField === null ? null : readDate(dateField);
  if (dateField !== null && date === null) problems.add('bad-date');
  return {
    from:
      addressesIn(header, 'from', charset)[0] ?? addressesIn(header, 'sender', charset)[0] ?? null,
    to: addressesIn(header, 'to', charset),
    subject: lineIn(header, 'subject', charset),
    date,
    messageId: lineIn(header, 'message-id'),
    problems: [...problems],
  };
}

/** The bytes of an attachment, unpacked. */
export function attachmentBytes(whole: Buffer, attachment: Attachment): Buffer {
  const { part } = attachment;
  return unpack(whole.subarray(part.start, part.end), part.encoding);
}

function addressesIn(
  header: HeaderBlock,
  name: string,
  charset: string | null,
): readonly Address[] {
  return fieldsOf(header, name)
    .slice(0, 20)
    .flatMap((raw) => readAddresses(raw, charset));
}

function lineIn(header: HeaderBlock, name: string, charset: string | null = null): string {
  return visibleLine(decodeWords(fieldOf(header, name) ?? '', charset), 1_000);
}

function describe(bytes: Buffer, part: Part, number: number): Attachment {
  const packed = bytes.subarray(part.start, part.end);
  const isMessage = part.mediaType === 'message/rfc822' || part.mediaType === 'message/global';
  return {
    number,
    name: part.filename,
    mediaType: part.mediaType,
    bytes: sizeOf(packed, part),
    inline: part.disposition === 'inline' || part.contentId !== '',
    subject: isMessage ? subjectOf(unpack(packed.subarray(0, 64_000), part.encoding)) : null,
    part,
  };
}

function sizeOf(packed: Buffer, part: Part): number {
  if (part.encoding === 'base64') return base64Size(packed);
  return part.encoding === 'none' ? packed.length : unpack(packed, part.encoding).length;
}

function subjectOf(message: Buffer): string {
  const { header, root } = readTree(message, 0, message.length);
  return lineIn(header, 'subject', root.charset);
}
