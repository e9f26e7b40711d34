import type { JsonObject, Labelled } from '@countersign/contract';

/**
 * Who chose what a call asked for: `clean` where no stranger could have had a hand in it, `vouched` where something
 * trusted vouches for all of its arguments that decide, `model` otherwise.
 */
export type Choice = 'clean' | 'vouched' | 'model';

/** A call of the run that was performed, with what it gave: what later values may refer to (rule E3). */
export interface EarlierResult {
  readonly action: string;
  readonly connection: string | null;
  readonly args: JsonObject;
  readonly choice: Choice;
  /** With the labels that the fields have by themselves, whoever chose to read them. For references only: a context gets the outcome's own. */
  readonly result: Labelled;
}
