import { createHash } from 'node:crypto';
import type { JsonObject } from '@countersign/contract';
import { htmlToText } from '../mail/html/to-text.ts';
import { parseMessage } from '../mail/parse/message.ts';
import { decodeText, isUtf8 } from '../text/charset.ts';
import { partOfText } from '../text/part-of-text.ts';
import { cut, visibleLine, visibleText } from '../text/visible-text.ts';

/** A file's content and what its sender says of it. */
export interface FileContent {
  readonly ref: string;
  readonly name: string;
  readonly mediaType: string;
  readonly charset: string | null;
  readonly bytes: Buffer;
}

/** Bytes of a file that are read as text. */
const MAX_TEXT_BYTES = 8_000_000;

/** A file as an agent gets it: its text where it is one, else name, type, size and hash. */
export function describeFile(
  file: FileContent,
  wish: { readonly offset: number; readonly limit: number },
): JsonObject {
  const problems = new Set<string>();
  const text = textOf(file, problems);
  return {
    ref: file.ref,
    name: visibleLine(file.name, 300),
    mediaType: cut(file.mediaType, 200),
    bytes: file.bytes.length,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    kind: text === null ? 'binary' : 'text',
    ...partOfText(text ?? '', wish.offset, wish.limit),
    problems: [...problems],
  };
}

function textOf(file: FileContent, problems: Set<string>): string | null {
  const { mediaType } = file;
  if (mediaType === 'message/rfc822' || mediaType === 'message/global')
    return messageText(file.bytes, problems);
  const bytes = file.bytes.subarray(0, MAX_TEXT_BYTES);
  if (!isTextType(mediaType) && !(isTextName(file.name) && looksLikeText(bytes))) return null;
  if (bytes.length < file.bytes.length) problems.add('text-cut');
  const { text, problem } = decodeText(bytes, file.charset);
  if (problem) problems.add(problem);
  const seen = /html/.test(mediaType) ? htmlToText(text, 0).text : text;
  return visibleText(seen).text;
}

function isTextType(mediaType: string): boolean {
  return /^(?:text\/|message\/|application\/(?:json|xml|javascript|yaml|x-yaml|x-ndjson|sql|ics|xhtml\+xml)$)|\+(?:json|xml)$/.test(
    mediaType,
  );
}

/** Programs send text as `application/octet-stream`; its name tells. */
function isTextName(name: string): boolean {
  return /\.(?:txt|csv|tsv|json|xml|log|md|ics|vcf|ya?ml|ini|conf|eml|html?)$/i.test(name);
}

function looksLikeText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 64_000);
  return !start.includes(0) && isUtf8(start);
}

/** An attached message: who, what about, its text, and what is attached to it. */
function messageText(bytes: Buffer, problems: Set<string>): string {
  const message = parseMessage(bytes);
  for (const problem of message.problems) problems.add(problem);
  const people = (list: readonly { name: string; address: string }[]) =>
    list
      .slice(0, 20)
      .map(({ name, address }) => `${name} <${address}>`.trim())
      .join(', ');
  return [
    `From: ${message.from ? people([message.from]) : ''}`,
    `To: ${people(message.to)}`,
    `Subject: ${message.subject}`,
    `Date: ${message.headers.find(({ name }) => name === 'date')?.value ?? ''}`,
    ...message.attachments.map(
      ({ name, mediaType, bytes: size }) =>
        `Attachment: ${name || '(no name)'}, ${mediaType}, ${size} bytes`,
    ),
    '',
    message.text,
  ].join('\n');
}
