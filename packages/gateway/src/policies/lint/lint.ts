import type { PolicyFinding } from '@countersign/contract';
import { readPolicies } from '../read.ts';
import { type Found, findingOf } from './finding.ts';
import { inverted } from './inverted.ts';
import { reach } from './reach.ts';
import { shadowed } from './shadowed.ts';
import { tableOf } from './table.ts';

/**
 * What is likely a mistake in policies that are valid; nothing for a text that is not. Each finding holds for all
 * that can be asked: every question that the policies could tell apart is tried.
 */
export function lintPolicies(text: string): readonly PolicyFinding[] {
  const read = readPolicies(text);
  if (read.kind === 'invalid') return [];
  const table = tableOf(read.policies);
  const found =
    table === null
      ? [NOT_COMPARED]
      : [
          ...shadowed(read.policies, table),
          ...inverted(read.policies, table),
          ...reach(read.policies, table),
        ];
  return found
    .map((one) => findingOf(one, read.policies, text))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

const NOT_COMPARED: Found = {
  rule: 'not-compared',
  at: null,
  says: 'The policies use “like” or other words that cannot be compared, or speak of too much by name to try it all; nothing more was looked for.',
  remedy: 'Name connections, tools and agents one by one, or rely on tests.',
};
