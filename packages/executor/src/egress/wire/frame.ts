import type { JsonObject } from '@countersign/contract';

/** Bytes of the length that a frame begins with. */
const PREFIX = 4;

/** A JSON head and the bytes that go with it, in one piece: length of the head (32 bits, big-endian), head, bytes. */
export function packFrame(head: JsonObject, bytes: Uint8Array | null): Uint8Array {
  const text = Buffer.from(JSON.stringify(head), 'utf8');
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(text.length);
  return Buffer.concat(bytes === null ? [prefix, text] : [prefix, text, bytes]);
}

/** The parts of a frame, the head not yet read; null for what is none. */
export function splitFrame(
  frame: Buffer,
): { readonly head: string; readonly bytes: Uint8Array } | null {
  if (frame.length < PREFIX) return null;
  const end = PREFIX + frame.readUInt32BE(0);
  if (end > frame.length) return null;
  return { head: frame.toString('utf8', PREFIX, end), bytes: frame.subarray(end) };
}

/** JSON that can stand in an HTTP header: ASCII, with everything else escaped. */
export function headerJson(value: JsonObject): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
