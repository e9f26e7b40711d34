import { type Call, type Label, labelOfAll } from '@countersign/contract';

/** The label of what a call writes: the join of all its arguments, since each could have decided the others. */
export function callLabel(call: Call): Label {
  return labelOfAll({ value: call.args, label: call.context, leaves: call.leaves });
}
