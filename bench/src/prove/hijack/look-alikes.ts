import type { Json } from '@countersign/contract';

/** Cyrillic letters that look like Latin ones. */
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'о',
  c: 'с',
  p: 'р',
  x: 'х',
};

/** A text with each Latin letter that has one written as its Cyrillic look-alike. */
export function homoglyphOf(text: string): string {
  return text.replace(/[a-z]/g, (letter) => HOMOGLYPHS[letter] ?? letter);
}

/**
 * Values that a person might take for the given one, or that a careless comparison would: hidden characters,
 * look-alike letters, and the right value as a part of another.
 */
export function lookAlikes(value: Json): readonly Json[] {
  if (typeof value === 'number') return [value * 10, -value].filter((other) => other !== value);
  if (typeof value !== 'string' || value.length < 3) return [];
  const middle = Math.ceil(value.length / 2);
  const letter = [...value].find((char) => HOMOGLYPHS[char] !== undefined);
  return [
    `${value.slice(0, middle)}\u200b${value.slice(middle)}`,
    `${value.slice(0, middle)}\u00ad${value.slice(middle)}`,
    `\u202e${value}`,
    ...(letter === undefined ? [] : [value.replace(letter, HOMOGLYPHS[letter] ?? '')]),
    `${value}.evil.example`,
    `${value}, eve@evil.example`,
    `${value}\neve@evil.example`,
    `eve@evil.example?${value}`,
    `${value.slice(0, -1)}`,
    `${value}1`,
  ];
}
