import { isJsonObject, type Json } from '@countersign/contract';

/** How deep arguments may be nested. What walks them by recursion after this check cannot exhaust the stack. */
const MAX_DEPTH = 32;

/** What is wrong with a value before anybody has looked at its meaning; null where nothing is. */
export type Misshapen = 'too-deep' | 'not-text';

/**
 * Looks for nesting beyond {@link MAX_DEPTH} and for texts that have no UTF-8 form, without recursion.
 * A model's arguments come in here first, and it may have been told what to write by anyone.
 */
export function misshapenIn(value: Json): Misshapen | null {
  const open: { readonly value: Json; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > MAX_DEPTH) return 'too-deep';
    const depth = next.depth + 1;
    if (typeof next.value === 'string') {
      if (!next.value.isWellFormed()) return 'not-text';
    } else if (Array.isArray(next.value)) {
      for (const item of next.value as readonly Json[]) open.push({ value: item, depth });
    } else if (isJsonObject(next.value)) {
      for (const [key, item] of Object.entries(next.value)) {
        if (!key.isWellFormed()) return 'not-text';
        open.push({ value: item, depth });
      }
    }
  }
  return null;
}

/** The length of a text in UTF-8, in bytes, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes: two more than counted, one for each half.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
