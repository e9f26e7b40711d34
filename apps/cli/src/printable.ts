/**
 * Text that an outsider may have written, made fit for a terminal: control characters (which move the cursor,
 * set titles and rewrite what was printed) and characters that turn the direction of writing or show nothing
 * (which let a text look like another one) are shown as escapes. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, (char) =>
      char === '\n' || char === '\t' ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
    );
}

/** {@link printable} on one line, cut to a width. */
export function oneLine(text: string, width = 100): string {
  const line = printable(text.replace(/\s+/g, ' ').trim());
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** A JSON value as it will be used, every unseen character escaped: what a person approves. */
export function exactJson(value: unknown): string {
  return printable(JSON.stringify(value, null, 2));
}

/** Controls, formats, surrogates, private use and line separators: Unicode categories Cc, Cf, Cs, Co, Zl, Zp; and blanks that are no space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;
