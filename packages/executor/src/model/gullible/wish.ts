import type { JsonObject } from '@countersign/contract';

/** A use of a tool that the gullible model wants. */
export interface Wish {
  readonly tool: string;
  readonly args: JsonObject;
}

/** What it does next: some words, and tools to use; without tools it has finished. */
export interface Move {
  readonly say: string;
  readonly wishes: readonly Wish[];
}
