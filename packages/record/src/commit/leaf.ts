import { createHash } from 'node:crypto';
import {
  canonical,
  type EntryInput,
  type IdPowers,
  type Json,
  type LogLeaf,
  leafText,
} from '@countersign/contract';
import { recordFault } from '../errors.ts';
import { checkedName } from './names.ts';

/** An entry as it is appended. Texts are canonical JSON (RFC 8785): the bytes that are hashed. */
export interface PreparedLeaf {
  readonly text: string;
  readonly run: string | null;
  /** 16 random bytes in hex; null where there is no payload. */
  readonly salt: string | null;
  readonly payload: string | null;
}

/** A tile of the log gives a leaf's length 16 bits (C2SP tlog-tiles, entry bundles). */
const LARGEST_LEAF = 65_535;

/** Of a payload or a snapshot, in UTF-16 code units. Larger things are objects, to which a payload refers. */
const LARGEST_TEXT = 64 * 1024 * 1024;

/**
 * Salts an entry's payload and writes its leaf.
 *
 * @throws faults `RECORD_NOT_JSON`, `RECORD_TOO_LARGE`, `RECORD_NAME_INVALID`.
 */
export function prepareLeaf(
  workspace: string,
  time: number,
  entry: EntryInput,
  powers: IdPowers,
): PreparedLeaf {
  const run = entry.run === null ? null : checkedName(entry.run, 'run');
  const payload =
    entry.payload === null ? null : jsonText(entry.payload, `The payload of a ${entry.kind} entry`);
  const salt = payload === null ? null : Buffer.from(powers.randomBytes(16));
  const text = stored(`The leaf of a ${entry.kind} entry`, () =>
    leafText({
      v: 1,
      workspace,
      time,
      kind: entry.kind,
      run,
      call: entry.call,
      // The leaf's type is the schema's, which has mutable records.
      ref: entry.ref as LogLeaf['ref'],
      payload: payload === null || salt === null ? null : saltedHash(salt, payload),
    }),
  );
  if (Buffer.byteLength(text) > LARGEST_LEAF) {
    throw tooLarge(`The leaf of a ${entry.kind} entry`, LARGEST_LEAF);
  }
  return { text, run, salt: salt?.toString('hex') ?? null, payload };
}

/**
 * A value as canonical JSON. It may hold U+0000, which stands escaped in the text.
 *
 * @throws faults `RECORD_NOT_JSON` where JSON cannot say it, such as a lone surrogate; `RECORD_TOO_LARGE`.
 */
export function jsonText(value: Json, what: string): string {
  const text = stored(what, () => canonical(value));
  if (text.length > LARGEST_TEXT) throw tooLarge(what, LARGEST_TEXT);
  return text;
}

/** The contract's `saltedDigest` over text that is canonical already. */
function saltedHash(salt: Uint8Array, payload: string): string {
  return createHash('sha256').update(salt).update(payload).digest('hex');
}

function stored(what: string, write: () => string): string {
  try {
    return write();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw recordFault('RECORD_NOT_JSON', {
      message: `${what} cannot be stored: ${cause.message}.`,
      cause,
    });
  }
}

function tooLarge(what: string, most: number) {
  return recordFault('RECORD_TOO_LARGE', {
    message: `${what} is too large, more than ${most}; keep the bulk as an object and refer to it.`,
  });
}
