import { readFileSync } from 'node:fs';
import type { Mutant } from './mutants.ts';

/** A mutant that no test noticed, with the line of code it stands in. */
export interface Survivor extends Mutant {
  readonly at: string;
}

/** Why a mutant that nothing notices is no gap: it changes nothing that anybody could see. */
interface Explanation {
  /** The line of code, without the space around it. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

/** The explanations for a file. Each was read by somebody: an equivalent change, and the reason in a sentence. */
export function explanations(path: string): readonly Explanation[] {
  const all = JSON.parse(
    readFileSync(new URL('./explained.json', import.meta.url), 'utf8'),
  ) as Readonly<Record<string, readonly Explanation[]>>;
  return all[path] ?? [];
}

/** Survivors without an explanation, and explanations without a survivor. */
export function sorted(survivors: readonly Survivor[], known: readonly Explanation[]) {
  const isOf = (one: Survivor, why: Explanation) =>
    one.at === why.at && one.from === why.from && one.to === why.to;
  const open = survivors.filter((one) => !known.some((why) => isOf(one, why)));
  const stale = known
    .filter((why) => !survivors.some((one) => isOf(one, why)))
    .map(({ at, from, to }) => `${at}  ${from}  ->  ${to}`);
  return { explained: survivors.length - open.length, open, stale };
}
