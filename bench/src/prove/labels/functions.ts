import {
  type CaseStore,
  canonical,
  type Json,
  join,
  type Label,
  labelAt,
  type TableStore,
} from '@countersign/contract';
import { fold, type TurnState } from '@countersign/engine';
import { labelReply, labelResult, vouchedBy } from '@countersign/gateway';
import { createMemoryCaseStore, createMemoryTableStore } from '@countersign/record';

/** The code that moves labels, part by part, so that a broken part can be tried in place of the real one. */
export interface Functions {
  /** The label of what is computed from two values, as an expression's is. */
  readonly join: (a: Label, b: Label) => Label;
  readonly labelAt: typeof labelAt;
  /** The engine: what enters a model's context, and what a model says after it. */
  readonly fold: typeof fold;
  readonly labelReply: typeof labelReply;
  readonly labelResult: typeof labelResult;
  readonly vouchedBy: typeof vouchedBy;
  /** A run's state as another process reads it. */
  readonly restarted: (state: TurnState) => TurnState;
  readonly stores: () => { readonly tables: TableStore; readonly cases: CaseStore };
}

/** As the product has them. */
export const REAL: Functions = {
  ...{ join, labelAt, fold, labelReply, labelResult, vouchedBy },
  restarted: (state) => JSON.parse(canonical(state as unknown as Json)) as TurnState,
  stores: () => {
    let count = 0;
    const powers = {
      now: () => 0,
      randomBytes: (length: number) => {
        count += 1;
        const bytes = new Uint8Array(length);
        for (let at = 0, rest = count; rest > 0; at++, rest >>= 5) bytes[at] = rest & 31;
        return bytes;
      },
    };
    return { tables: createMemoryTableStore(powers), cases: createMemoryCaseStore(powers) };
  },
};
