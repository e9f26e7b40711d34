import { QuotedLine } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';
import { allowedIf } from '../why/remedies.ts';
import type { Step } from './run-view.ts';

/** Why a step did not do what was wished for, in a line or two below it; nothing where it did. */
export function StepNote({ step }: { step: Step }) {
  const words = wordsOf(step);
  return words && <p className="mb-1.5 ml-[26px] text-[13px] text-pretty text-ink-2">{words}</p>;
}

function wordsOf(step: Step) {
  const outcome = step.outcome?.outcome;
  if (step.refusal) {
    return (
      <>
        <Visible text={step.refusal.reason} /> {allowedIf(step.refusal)}
      </>
    );
  }
  if (outcome?.kind === 'failed') return <QuotedLine value={outcome.message.value} max={160} />;
  if (step.kind === 'model') return null;
  switch (step.state) {
    case 'denied':
      return <Denied step={step} />;
    case 'unusable':
      return 'The agent has no such tool, or the arguments were no JSON. The model was told so.';
    default:
      return null;
  }
}

function Denied({ step }: { step: Extract<Step, { kind: 'call' }> }) {
  const answer = step.answers.at(-1)?.answer;
  if (answer?.kind === 'expired') return 'Nobody answered in time, so nothing happened.';
  if (answer?.kind !== 'deny' || answer.reason === '')
    return 'A person said no, so nothing happened.';
  return (
    <>
      A person said no: “<Visible text={answer.reason} />”
    </>
  );
}
