import type { Populated } from './populate.ts';

/**
 * What of a workspace stands in a text: its mark, which stands in every text of it, or one of its ids. What was
 * sent along may be repeated.
 */
export function foreignIn(text: string, foreign: Populated, sent = ''): string | null {
  const { workspace, mark, ids, people } = foreign;
  const all = [mark, workspace, ...Object.values(ids), ...Object.values(people)];
  return all.find((word) => word !== '' && text.includes(word) && !sent.includes(word)) ?? null;
}
