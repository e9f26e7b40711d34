/** A message of these lines, each character up to U+00FF one byte. */
export function mail(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/** The bytes of a text in UTF-8, one character each, to stand raw in a {@link mail}. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function base64(text: string | Buffer): string {
  return Buffer.from(text)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n');
}
