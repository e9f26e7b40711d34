import {
  type Answer,
  canonical,
  type Json,
  type Question,
  type RunResult,
  unreachable,
} from '@countersign/contract';
import { parsed } from '../rows.ts';
import type { MemoryQuestion, MemoryRun } from './state.ts';

/** A run's row once the content of its entries is erased. */
export function blankRun(run: MemoryRun): MemoryRun {
  const result = run.result === null ? null : text(blankResult(parsed<RunResult>(run.result)));
  return { ...run, title: '""', result };
}

/** A question's row once the content of its run's entries is erased. */
export function blankQuestion(row: MemoryQuestion): MemoryQuestion {
  const asked = parsed<Question>(row.question);
  return {
    ...row,
    question: text({ ...asked, sentence: '', args: {}, missing: [] }),
    answer: row.answer === null ? null : text(blankAnswer(parsed<Answer>(row.answer))),
  };
}

function blankAnswer(answer: Answer): Answer {
  switch (answer.kind) {
    case 'edit':
      return { ...answer, args: {} };
    case 'deny':
      return { ...answer, reason: '' };
    case 'approve':
    case 'happened':
    case 'repeat':
    case 'expired':
      return answer;
    default:
      return unreachable(answer);
  }
}

function blankResult(result: RunResult): RunResult {
  return result.kind === 'answered' ? { ...result, text: '' } : { ...result, reason: '' };
}

/** Canonical JSON of a domain type, which is JSON although it has no index signature. */
function text(value: Question | Answer | RunResult): string {
  return canonical(value as unknown as Json);
}
