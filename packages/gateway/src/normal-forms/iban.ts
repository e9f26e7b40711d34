/** The normal form of an IBAN (ISO 13616): upper case, no spaces; null where its check digits are wrong. */
export function readIban(value: string): string | null {
  const compact = value.replace(/[ -]/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) && remainder(compact) === 1
    ? compact
    : null;
}

/** IBANs that stand in a text as whole tokens, in their normal form. */
export function ibansIn(text: string): readonly string[] {
  const found: string[] = [];
  for (const hit of text.matchAll(
    /(?<![\p{L}\p{N}_-])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{1,4}){3,8}/gu,
  )) {
    // Groups of the next words may have been taken along: the longest whole-token part with right check digits counts.
    for (let end = hit[0].length; end >= 15; end--) {
      const next = text[hit.index + end] ?? '';
      if (/[\p{L}\p{N}_]/u.test(next)) continue;
      const iban = readIban(hit[0].slice(0, end));
      if (iban === null) continue;
      found.push(iban);
      break;
    }
  }
  return found;
}

/** ISO 7064 mod 97-10, digit by digit: letters count as 10 to 35, the first four characters come last. */
function remainder(compact: string): number {
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const digits = String(Number.parseInt(character, 36));
    for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}
