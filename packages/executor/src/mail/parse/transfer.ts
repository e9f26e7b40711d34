/** How the bytes of a part are packed for the way (RFC 2045 section 6). */
export type Encoding = 'base64' | 'quoted-printable' | 'uuencode' | 'none';

/** The encoding a header names; what nobody knows is taken as none. */
export function encodingOf(raw: string | null): Encoding {
  const name = (raw ?? '').split(/[;(]/, 1)[0]?.trim().toLowerCase() ?? '';
  if (name === 'base64' || name === 'quoted-printable') return name;
  return /^x?-?uu(?:e|encode|encoded)?$/.test(name) ? 'uuencode' : 'none';
}

/** Unpacks bytes; what is not in the encoding's alphabet is passed over. */
export function unpack(bytes: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'base64':
      return decodeBase64(bytes);
    case 'quoted-printable':
      return decodeQuotedPrintable(bytes);
    case 'uuencode':
      return decodeUu(bytes);
    case 'none':
      return bytes;
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = 64;
const JUNK = 255;
const SEXTETS = (() => {
  const table = new Uint8Array(256).fill(JUNK);
  for (let i = 0; i < 64; i++) table[ALPHABET.charCodeAt(i)] = i;
  table['-'.charCodeAt(0)] = 62;
  table['_'.charCodeAt(0)] = 63;
  table['='.charCodeAt(0)] = PAD;
  return table;
})();

/** Base64 with junk and with padding in the middle, as where parts were glued together. */
export function decodeBase64(bytes: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(Math.ceil((bytes.length * 3) / 4));
  let size = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < bytes.length; i++) {
    const sextet = SEXTETS[bytes[i] ?? 0] ?? JUNK;
    if (sextet < PAD) {
      bits = ((bits << 6) | sextet) & 0xffffff;
      held += 6;
      if (held >= 8) {
        held -= 8;
        out[size++] = (bits >> held) & 0xff;
      }
    } else if (sextet === PAD) held = 0;
  }
  return out.subarray(0, size);
}

/** How many bytes base64 text holds, without decoding it; exact where nothing but line breaks is in between. */
export function base64Size(bytes: Uint8Array): number {
  let sextets = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    // Blanks, breaks and padding; digits and letters are above `*`.
    if (byte > 0x2a && byte !== 0x3d) sextets++;
  }
  return Math.floor((sextets * 3) / 4);
}

/** Quoted-printable; a `=` that starts no code stands for itself. */
export function decodeQuotedPrintable(bytes: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let size = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte !== 0x3d) {
      out[size++] = byte;
      continue;
    }
    const lineEnd = softBreakEnd(bytes, i + 1);
    if (lineEnd > 0) {
      i = lineEnd - 1;
      continue;
    }
    const high = hexValue(bytes[i + 1]);
    const low = hexValue(bytes[i + 2]);
    if (high >= 0 && low >= 0) {
      out[size++] = (high << 4) | low;
      i += 2;
    } else out[size++] = byte;
  }
  return out.subarray(0, size);
}

/** Where the line after a soft break begins, or 0 where there is none: `=`, blanks, line end. */
function softBreakEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  // A blank run is looked over once for each `=` before it, so it is bounded.
  while (at - from < 80 && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  if (at >= bytes.length) return bytes.length;
  if (bytes[at] === 0x0d) return bytes[at + 1] === 0x0a ? at + 2 : at + 1;
  return bytes[at] === 0x0a ? at + 1 : 0;
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** The first uuencoded file in a text (POSIX uuencode). */
function decodeUu(bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').split(/\r\n|\n|\r/);
  const begin = lines.findIndex((line) => /^begin [0-7]{3,4} /.test(line));
  const pieces: Buffer[] = [];
  for (const line of lines.slice(begin + 1)) {
    const length = (line.charCodeAt(0) - 32) & 63;
    if (line === 'end' || line === '' || length === 0) break;
    pieces.push(uuLine(line.slice(1), length));
  }
  return Buffer.concat(pieces);
}

function uuLine(text: string, length: number): Buffer {
  const out = Buffer.alloc(length);
  let bits = 0;
  let held = 0;
  let size = 0;
  for (let i = 0; i < text.length && size < length; i++) {
    bits = ((bits << 6) | ((text.charCodeAt(i) - 32) & 63)) & 0xffffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      out[size++] = (bits >> held) & 0xff;
    }
  }
  return out;
}
