import type { RunView } from './run-view.ts';

/** A view under construction: its lists are its own and may be written to. */
export type Draft = {
  -readonly [Key in keyof RunView]: RunView[Key];
} & {
  steps: RunView['steps'][number][];
  places: Map<string, number>;
};
