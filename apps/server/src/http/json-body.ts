import type { Json } from '@countersign/contract';
import { httpFault } from './errors.ts';
import type { Limits } from './limits.ts';

/**
 * The JSON body of a request. Outsiders write it, so size and depth are bounded before it is parsed, and what
 * the database or canonical JSON has no form for (zero characters, half characters, infinities) is refused here.
 *
 * @throws faults `HTTP_MEDIA_TYPE`, `HTTP_TOO_LARGE`, `HTTP_JSON`.
 */
export async function readJson(
  request: Request,
  limits: Pick<Limits, 'jsonBytes' | 'jsonDepth'>,
): Promise<Json> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(type))
    throw httpFault('HTTP_MEDIA_TYPE');
  const bytes = await readBytes(request, limits.jsonBytes);
  const text = decode(bytes);
  if (depthOf(text) > limits.jsonDepth) {
    throw refused(`The body nests over ${limits.jsonDepth} levels deep; make it flatter.`);
  }
  const value = parse(text);
  const problem = problemOf(value, '');
  if (problem !== null) throw refused(problem.message, problem.field);
  return value;
}

/**
 * The bytes of a body, counted while they arrive, whatever the length header says.
 *
 * @throws faults `HTTP_MEDIA_TYPE` for a compressed body, `HTTP_TOO_LARGE`.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (request.headers.has('content-encoding')) throw httpFault('HTTP_MEDIA_TYPE');
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(maxBytes: number) {
  return httpFault('HTTP_TOO_LARGE', {
    message: `The body is larger than ${maxBytes} bytes; make it smaller or split it.`,
    details: { maxBytes },
  });
}

function refused(message: string, field?: string) {
  return httpFault('HTTP_JSON', { message, details: field === undefined ? {} : { field } });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('The body is not UTF-8 text.');
  }
}

/** How deeply brackets nest, strings left out. Linear, and run before the parser, which recurses. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return deepest;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

function parse(text: string): Json {
  if (text.trim() === '') throw refused('The body is empty; send a JSON object.');
  try {
    // JSON.parse gives exactly what Json describes.
    return JSON.parse(text) as Json;
  } catch (error) {
    throw refused(`The body is not JSON${placeOf(error)}.`);
  }
}

/** Where the parser stopped. Its own words quote the body, which may hold a secret. */
function placeOf(error: unknown): string {
  const position =
    error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : `: the parser stopped at character ${position}`;
}

function problemOf(value: Json, field: string): { message: string; field: string } | null {
  if (typeof value === 'string') return problemOfText(value, field);
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? null
      : { field, message: `${named(field)} is too large a number.` };
  }
  if (value === null || typeof value !== 'object') return null;
  for (const [key, member] of Object.entries(value)) {
    const at = field === '' ? key : `${field}.${key}`;
    if (key === '__proto__') return { field, message: 'A member must not be named `__proto__`.' };
    const problem = problemOfText(key, field) ?? problemOf(member, at);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfText(text: string, field: string): { message: string; field: string } | null {
  if (text.includes('\0')) {
    return { field, message: `${named(field)} holds a zero character; leave it out.` };
  }
  if (!text.isWellFormed()) {
    return { field, message: `${named(field)} holds half of a Unicode character; leave it out.` };
  }
  return null;
}

function named(field: string): string {
  return field === '' ? 'The body' : `The field \`${field}\``;
}
