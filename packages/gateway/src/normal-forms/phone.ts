/** The normal form of a telephone number: its digits, with `+` for an international prefix (`00` is read as one). */
export function readPhone(value: string): string | null {
  if (!/^\+?\(?\d[\d ()./-]*\d$/.test(value) || value.length > 30) return null;
  const digits = value.replace(/[^\d+]/g, '').replace(/^00/, '+');
  return /^\+?\d{7,15}$/.test(digits) ? digits : null;
}

/** Telephone numbers that stand in a text as whole tokens, in their normal form. */
export function phonesIn(text: string): readonly string[] {
  const hits = text.matchAll(
    /(?<![\p{L}\p{N}\p{Sc}+_.@/-])\+?\(?\d(?:[ ()./-]{0,2}\d){6,14}(?![\p{L}\p{N}_@]|[./-]\d)/gu,
  );
  return [...hits].flatMap((hit) => readPhone(hit[0]) ?? []);
}
