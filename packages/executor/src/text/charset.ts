import iconv from 'iconv-lite';

/** Text with what was odd about its bytes. */
export interface Decoded {
  readonly text: string;
  /** `unknown-charset`, `wrong-charset`: the bytes are not in the charset they claim. */
  readonly problem: 'unknown-charset' | 'wrong-charset' | null;
}

/**
 * Decodes bytes as the charset they claim, or as what they look like where they claim none, an unknown
 * one, or one they are not in. Never throws; the time is linear in the bytes.
 */
export function decodeText(bytes: Uint8Array, claimed: string | null): Decoded {
  const bom = bomOf(bytes);
  if (bom) return { text: decodeAs(bytes, bom) ?? '', problem: null };
  const charset = claimed === null ? null : nameOf(claimed);
  if (charset === null || charset === 'us-ascii') return { text: guess(bytes), problem: null };
  if (charset === 'utf-8') {
    const text = strictUtf8(bytes);
    return text === null
      ? { text: lossyUtf8OrLatin(bytes), problem: 'wrong-charset' }
      : { text, problem: null };
  }
  const text = decodeAs(bytes, charset);
  return text === null
    ? { text: guess(bytes), problem: 'unknown-charset' }
    : { text, problem: null };
}

/** Whether bytes are UTF-8, where at most the last character may be cut off. */
export function isUtf8(bytes: Uint8Array): boolean {
  return strictUtf8(bytes) !== null;
}

/** Names people give to charsets, where neither library knows them. */
const ALIASES: Readonly<Record<string, string>> = {
  ascii: 'us-ascii',
  'ansi_x3.4-1968': 'us-ascii',
  '646': 'us-ascii',
  utf8: 'utf-8',
  'unicode-1-1-utf-8': 'utf-8',
  'unicode-1-1-utf-7': 'utf-7',
  'x-unicode-2-0-utf-7': 'utf-7',
  'ks_c_5601-1987': 'euc-kr',
  'x-gbk': 'gbk',
  'cp-850': 'cp850',
  'x-mac-roman': 'macintosh',
  'iso-8859-8-i': 'iso-8859-8',
};

function nameOf(claimed: string): string {
  const name = claimed
    .trim()
    .toLowerCase()
    .replace(/^["']+|["']+$/g, '')
    .slice(0, 60);
  return ALIASES[name] ?? name;
}

/** The browsers' decoders first, which know `iso-2022-jp`; then iconv-lite, which knows `utf-7` and old code pages. */
function decodeAs(bytes: Uint8Array, charset: string): string | null {
  // Browsers map ISO-2022-KR and HZ to "replacement": they would show nothing of it.
  const decoder = decoderFor(charset);
  if (decoder?.encoding === 'windows-1252') return windows1252(bytes);
  if (decoder) return decoder.decode(bytes);
  try {
    return iconv.encodingExists(charset) ? iconv.decode(bytes, charset) : null;
  } catch {
    // An internal codec such as `base64` that is not for text.
    return null;
  }
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

function bomOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** What unlabelled bytes are: UTF-8 where they can be, else what most old programs wrote. */
function guess(bytes: Uint8Array): string {
  return strictUtf8(bytes) ?? windows1252(bytes);
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    // Streaming leaves out a character that was cut off at the end instead of refusing it.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Bytes that claim to be UTF-8 and are not: mostly UTF-8 with damage, or an old charset under a wrong name. */
function lossyUtf8OrLatin(bytes: Uint8Array): string {
  const lossy = new TextDecoder('utf-8').decode(bytes);
  let damage = 0;
  let whole = 0;
  for (const char of lossy) {
    if (char === '\uFFFD') damage++;
    else if (char > '\x7f') whole++;
  }
  return whole >= damage ? lossy : windows1252(bytes);
}

/** What browsers read Latin-1 as. Node's own decoder of that name leaves 0x80 to 0x9f as control characters. */
export function windows1252(bytes: Uint8Array): string {
  return iconv.decode(bytes, 'windows-1252');
}
