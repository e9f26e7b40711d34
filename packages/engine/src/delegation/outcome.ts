import { type Outcome, type RunResult, unreachable } from '@countersign/contract';
import type { TurnState } from '../state.ts';

/**
 * What the parent's call becomes by the end of the run that it delegated to (rule L7). Whatever is told has the label of
 * that run's context, also that it failed (rule L4).
 */
export function outcomeOfRun({ context }: TurnState, result: RunResult): Outcome {
  const usage = {};
  switch (result.kind) {
    case 'answered':
      return {
        kind: 'done',
        result: { value: { answer: result.text }, label: result.label, leaves: {} },
        usage,
      };
    case 'failed':
      return {
        kind: 'failed',
        code: 'DELEGATE_FAILED',
        message: {
          value: `The run that was delegated to failed: ${result.code}.`,
          ...{ label: context, leaves: {} },
        },
        usage,
      };
    case 'cancelled':
      return { kind: 'cancelled', usage };
    default:
      return unreachable(result);
  }
}
