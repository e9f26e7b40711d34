import type { Json } from '@countersign/contract';
import { storeFault } from './errors.ts';

/** How deeply a stored value may nest. Walking, hashing and printing it recurse, and attackers choose its depth. */
const MAX_DEPTH = 64;

/**
 * Refuses what the database has no form for: zero characters, lone surrogates, numbers that are not
 * finite, and nesting beyond {@link MAX_DEPTH}. All stores refuse alike, so that none keeps what another loses.
 *
 * @param what names the value in the fault's message.
 * @throws fault `RECORD_VALUE_UNSTORABLE`.
 */
export function assertStorable(value: Json, what: string): void {
  const problem = problemOf(value, 0);
  if (problem === null) return;
  throw storeFault('RECORD_VALUE_UNSTORABLE', { message: `${what} ${problem}` });
}

/**
 * Refuses text and JSON over a size, which counts UTF-8 bytes as stored.
 *
 * @throws faults `RECORD_VALUE_UNSTORABLE`, `RECORD_LIMIT_EXCEEDED`.
 */
export function assertFits(value: Json, maxBytes: number, what: string): void {
  assertStorable(value, what);
  const bytes = Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
  if (bytes <= maxBytes) return;
  throw storeFault('RECORD_LIMIT_EXCEEDED', {
    message: `${what} has ${bytes} bytes, and at most ${maxBytes} are kept; make it smaller.`,
    details: { bytes, maxBytes },
  });
}

/** Text as it can be kept where it only has to be shown: U+FFFD stands for what a text column cannot hold. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** What is wrong with a value as the end of a sentence, or null. */
export function problemOf(value: Json, depth = 0): string | null {
  if (typeof value === 'string') return problemOfText(value);
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : 'is not a finite number; give a finite one.';
  }
  if (value === null || typeof value !== 'object') return null;
  if (depth >= MAX_DEPTH) return `nests over ${MAX_DEPTH} levels deep; make it flatter.`;
  for (const [key, member] of Object.entries(value)) {
    const problem = problemOfText(key) ?? problemOf(member, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfText(text: string): string | null {
  if (text.includes('\0')) return 'holds a zero character; leave it out.';
  if (!text.isWellFormed()) return 'holds half of a Unicode character; leave it out.';
  return null;
}

/**
 * A domain value seen as JSON.
 * Our interfaces are JSON by construction but have no index signature, which is all that TypeScript misses.
 */
export function jsonOf(value: object): Json {
  return value as unknown as Json;
}
