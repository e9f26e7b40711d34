import type { Choice, Json, JsonObject, ResultLabels } from '@countersign/contract';

/** A call of the run that was performed, with what it gave: what later values may refer to (rule E3). */
export interface EarlierResult {
  readonly action: string;
  readonly connection: string | null;
  readonly args: JsonObject;
  readonly choice: Choice;
  readonly value: Json;
  /** What the fields have by themselves, whoever chose to read them. For references only: a context gets the outcome's own. */
  readonly labels: ResultLabels;
}
