import { visibleLine } from '../../text/visible-text.ts';
import { decodeWords } from './encoded-words.ts';
import { fieldOf, type HeaderBlock } from './header-block.ts';
import { type Parameterised, readParameters } from './parameters.ts';
import { type Encoding, encodingOf } from './transfer.ts';

/** A leaf or a branch of a message's MIME tree; its content is `[start, end)` of the message's bytes, still packed. */
export interface Part {
  readonly mediaType: string;
  readonly parameters: Parameterised['parameters'];
  readonly charset: string | null;
  readonly encoding: Encoding;
  /** `attachment`, `inline`, another word, or empty. */
  readonly disposition: string;
  /** What the sender calls the file; empty for none. Never a path to anything. */
  readonly filename: string;
  readonly contentId: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly Part[];
}

/** Reads what a part's header says of it. `fallback` is the type of a part that names none. */
export function describePart(
  block: HeaderBlock,
  end: number,
  fallback: string,
): Omit<Part, 'children'> {
  const type = readParameters(fieldOf(block, 'content-type') ?? '');
  const disposition = readParameters(fieldOf(block, 'content-disposition') ?? '');
  const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(type.value)
    ? type.value
    : repaired(type.value, fallback);
  return {
    mediaType: mediaType.slice(0, 200),
    parameters: type.parameters,
    charset: type.parameters.get('charset') ?? null,
    encoding: encodingOf(fieldOf(block, 'content-transfer-encoding')),
    disposition: disposition.value.slice(0, 40),
    filename: visibleLine(
      disposition.parameters.get('filename') ?? type.parameters.get('name') ?? '',
      300,
    ),
    contentId: visibleLine(decodeWords(fieldOf(block, 'content-id') ?? ''), 300).replace(
      /[<>]/g,
      '',
    ),
    start: block.bodyStart,
    end,
  };
}

/** `text` alone, and types with odd characters, are common in old and in broken mail. */
function repaired(value: string, fallback: string): string {
  if (value === '') return fallback;
  if (value === 'text' || value === 'html') return value === 'html' ? 'text/html' : 'text/plain';
  const pair = /^([\w.+-]{1,60})\s*\/\s*([\w.+-]{1,100})/.exec(value);
  return pair ? `${pair[1]}/${pair[2]}` : 'application/octet-stream';
}
