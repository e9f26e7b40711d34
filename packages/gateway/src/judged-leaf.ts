import type { Call, Effect, Label, Missing, Sink } from '@countersign/contract';
import type { CallLeaf } from './call-leaves.ts';
import type { Destination } from './destinations.ts';
import type { Endorser, Vouching } from './endorse.ts';

/** A leaf with all that its judgement needs. */
export interface JudgedLeaf extends CallLeaf {
  readonly sink: Sink;
  readonly label: Label;
  /** Whether anyone outside could have chosen the value. */
  readonly tainted: boolean;
  /** Found whether or not the value needs it: who may read a value must not hang on who wrote it. */
  readonly vouching: Vouching | null;
  /** The destinations that may not read what the leaf tells them. */
  readonly barred: number;
}

/** What all leaves of a call share. */
export interface Setting {
  readonly call: Call;
  readonly effect: Effect;
  /** Whether the context or any of the values is tainted. */
  readonly tainted: boolean;
  readonly destinations: readonly Destination[];
  readonly endorser: Endorser;
  /** The intent contract says that the call goes nowhere but to the person. */
  readonly isPrivate: boolean;
}

/** A leaf's part in a question. */
export function missingOf(leaf: JudgedLeaf, because: Missing['because']): Missing {
  return {
    pointer: leaf.pointer,
    value: leaf.value,
    sink: leaf.sink,
    because,
    origin: originOf(leaf.label),
  };
}

/** Where a label's value came from; nothing where that is too much to name. */
export function originOf({ provenance }: Label): readonly string[] {
  return provenance.kind === 'sources' ? provenance.sources : [];
}
