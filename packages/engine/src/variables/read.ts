import { type JsonObject, SYSTEM } from '@countersign/contract';
import type { ToolMessage, TurnState } from '../state.ts';
import { refer } from './reference.ts';

/** What the model gets that reads a variable: the value with its own label, which the context has from then on. */
export function readVariable(
  { variables = [] }: TurnState,
  args: JsonObject,
): Pick<ToolMessage, 'content' | 'isError' | 'label'> {
  const { from } = args;
  const found =
    typeof from === 'string'
      ? refer(from, variables)
      : { problem: 'The argument "from" must be the name of a variable, such as $mail_read_3.' };
  return 'problem' in found
    ? {
        content: { error: { code: 'VARIABLE_UNKNOWN', message: found.problem } },
        ...{ isError: true, label: SYSTEM },
      }
    : { content: found.value, isError: false, label: found.label };
}
