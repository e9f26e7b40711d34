/** Shorter than this, a text turns up by chance, and to mask it would spoil answers. */
const MIN_NEEDLE = 4;

/**
 * The byte strings that give a secret away: the value itself and the forms in which a server that echoes
 * its request would show it. Longest first, so that the most of it is covered where two begin together.
 */
export function needlesOf(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret, 'utf8');
  const texts = new Set([
    ...cases(secret),
    [...secret].reverse().join(''),
    ...base64Forms(bytes),
    ...cases(bytes.toString('hex')),
    ...percentForms(secret, bytes),
    ...jsonForms(secret),
    htmlForm(secret),
  ]);
  return [...texts]
    .map((text) => Buffer.from(text, 'utf8'))
    .concat(Buffer.from(secret, 'utf16le'))
    .filter((needle) => needle.length >= MIN_NEEDLE)
    .sort((a, b) => b.length - a.length);
}

function cases(text: string): readonly string[] {
  return [text, text.toUpperCase(), text.toLowerCase()];
}

/**
 * Base64 and base64url of the secret alone, and the characters it fixes where it stands inside something
 * longer, as in `user:secret`: for each of the three ways it can lie across groups of three bytes.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  const inner = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Characters that hold bits of a neighbour differ from one neighbour to the next.
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(first, last);
  });
  return [bytes.toString('base64'), bytes.toString('base64url'), ...inner].flatMap((text) => [
    text,
    text.replace(/\+/g, '-').replace(/\//g, '_'),
  ]);
}

/** The forms of URLs and HTML forms: what must be encoded, or everything; in both cases of hexadecimal. */
function percentForms(secret: string, bytes: Buffer): readonly string[] {
  const component = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
  const strict = component.replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const all = bytes.toString('hex').replace(/../g, '%$&');
  const lower = (text: string) => text.replace(/%[0-9A-F]{2}/gi, (code) => code.toLowerCase());
  const upper = (text: string) => text.replace(/%[0-9A-F]{2}/gi, (code) => code.toUpperCase());
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const forms = [component, component.replace(/%2F/g, '/'), strict, form, all];
  return forms.flatMap((form) => [upper(form), lower(form)]);
}

/** JSON string bodies: the shortest form, with escaped slashes, and with `\u` escapes beyond ASCII or throughout. */
function jsonForms(secret: string): readonly string[] {
  const short = JSON.stringify(secret).slice(1, -1);
  const escaped = (text: string) =>
    Array.from({ length: text.length }, (_, index) => unicodeEscape(text.charCodeAt(index))).join(
      '',
    );
  const ascii = short.replace(/[^\x20-\x7e]/g, escaped);
  const throughout = escaped(secret);
  const upper = (text: string) => text.replace(/[0-9a-f]{4}/g, (hex) => hex.toUpperCase());
  return [short, short.replace(/\//g, '\\/'), ascii, throughout, upper(throughout)];
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

function htmlForm(secret: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return secret.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}
