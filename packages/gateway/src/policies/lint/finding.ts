import { type PolicyFinding, placeAt } from '@countersign/contract';
import type { ReadPolicy } from '../read.ts';

/** Something found; `at` is the policy's number, null where all of them together are meant. */
export type Found = Pick<PolicyFinding, 'rule' | 'says' | 'remedy'> & {
  readonly at: number | null;
};

/** A finding with its place in the text. */
export function findingOf(
  { at, ...said }: Found,
  policies: readonly ReadPolicy[],
  text: string,
): PolicyFinding {
  const policy = at === null ? undefined : policies[at];
  if (policy === undefined) return { ...said, policy: null, line: null, column: null };
  return { ...said, policy: policy.name, ...placeAt(text, policy.start) };
}

/** Policies by name, for a sentence. */
export function named(numbers: readonly number[], policies: readonly ReadPolicy[]): string {
  const names = numbers.map((number) => `“${policies[number]?.name ?? ''}”`);
  return names.length < 3
    ? names.join(' and ')
    : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
