import { at, canonical, type Json, type JsonObject, type Pointer } from '@countersign/contract';
import { quoteText, renderText } from './render.ts';

/** Longest value within a sentence, in characters; the whole stands among the arguments. */
const SHORT = 200;
/** Items of a list that a sentence names one by one. */
const NAMED_ITEMS = 10;

const PLACE = /\{(\/[^{}]*)\}/g;

/** The places a sentence's template fills, as pointers. */
export function templatePlaces(template: string): readonly Pointer[] {
  return [...template.matchAll(PLACE)].map((hit) => hit[1] ?? '');
}

/**
 * The sentence of a question: the descriptor's words, with each place filled from the arguments, quoted and
 * escaped. What stands between the quotation marks is a stranger's; it cannot get out of them.
 */
export function fillSentence(template: string, args: JsonObject): string {
  return template.replace(PLACE, (_whole, pointer: string) => fill(at(args, pointer)));
}

function fill(value: Json | undefined): string {
  if (value === undefined || value === null) return '(none)';
  if (typeof value === 'string') return quoteText(value, SHORT);
  if (!Array.isArray(value)) return quoteText(canonical(value), SHORT);
  const items = value as readonly Json[];
  if (items.length === 0) return '(none)';
  const named = items.slice(0, NAMED_ITEMS).map(fill).join(', ');
  const more = items.length - NAMED_ITEMS;
  return more > 0 ? `${named} and ${renderText(String(more))} more` : named;
}
