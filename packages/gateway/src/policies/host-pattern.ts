/** A host in lower case and Punycode, `*.` before one for all below it, or `*` for any. */
export type HostPattern = string;

const HOST = String.raw`[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+`;
const PATTERN = new RegExp(`^(\\*|(\\*\\.)?${HOST})$`);

/** The hosts that a policy's `@links` names, with spaces between them; null where it names none or one is misspelt. */
export function hostPatternsIn(text: string): readonly HostPattern[] | null {
  const patterns = text.split(/ +/).filter((one) => one !== '');
  return patterns.length > 0 && patterns.every((one) => PATTERN.test(one)) ? patterns : null;
}

/** Whether one of the patterns covers a host, as the WHATWG URL standard writes it, without its port. */
export function coversHost(patterns: readonly HostPattern[], host: string): boolean {
  return patterns.some(
    (one) => one === '*' || one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))),
  );
}
