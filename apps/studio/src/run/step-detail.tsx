import { labelOfAll } from '@countersign/contract';
import { useMemo } from 'react';
import { useConnectionName } from '../data/names.ts';
import { Influence, influenceWord } from '../label/influence.tsx';
import { Arguments } from '../quote/arguments.tsx';
import { Quoted } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';
import { Decision } from '../why/decision.tsx';
import { ExplanationView } from '../why/explanation.tsx';
import { HeldBecause } from '../why/held-because.tsx';
import { Refused } from '../why/refused.tsx';
import type { RecordName } from './record-names.ts';
import type { CallStep, ModelStep, Step } from './run-view.ts';
import { StepFacts } from './step-facts.tsx';
import { Part } from './step-part.tsx';
import { useRun } from './use-run.ts';

/** All of a step: exact arguments, result, labels, why, times. */
export function StepDetail({ run, step, names }: { run: string; step: Step; names: Names }) {
  return (
    <div className="mt-1 mb-3 ml-[15px] grid gap-5 border-l border-line py-2 pl-4 sm:pl-5">
      {step.kind === 'model' ? (
        <ModelDetail run={run} step={step} names={names} />
      ) : (
        <CallDetail run={run} step={step} names={names} />
      )}
      <StepFacts step={step} />
    </div>
  );
}

type Names = ReadonlyMap<string, RecordName>;

function ModelDetail({ run, step, names }: { run: string; step: ModelStep; names: Names }) {
  return (
    <>
      {step.text !== '' && (
        <Part
          title="What it said"
          aside={step.label && <Influence label={step.label} names={names} />}
        >
          <Quoted value={step.text} />
        </Part>
      )}
      <Trouble run={run} step={step} names={names} />
      {step.wishes.length > 0 && (
        <Part title="What it asked for">
          <p className="text-sm text-ink-2">
            {step.wishes.length === 1 ? 'One call' : `${step.wishes.length} calls`}, each decided on
            its own.
          </p>
        </Part>
      )}
    </>
  );
}

function CallDetail({ run, step, names }: { run: string; step: CallStep; names: Names }) {
  const { args, intent, connection, question } = step;
  const connectionName = useConnectionName();
  return (
    <>
      <Part
        title="Exact arguments"
        aside={
          <>
            {connection && (
              <span className="text-[13px] text-ink-3">through {connectionName(connection)}</span>
            )}
            {intent?.context && <Influence label={intent.context} names={names} />}
          </>
        }
      >
        {args ? (
          <Arguments args={args} />
        ) : (
          <p className="text-sm text-ink-2">They were no JSON object, or were erased.</p>
        )}
      </Part>
      <Trouble run={run} step={step} names={names} />
      {question?.about === 'call' && step.state !== 'held' && (
        <Part title="Why a person was asked">
          <HeldBecause question={question} args={args} run={run} names={names} />
        </Part>
      )}
      {question?.why && step.state === 'held' && <Decision why={question.why} args={args} />}
      <Result step={step} names={names} />
      {intent?.why && (
        <Part title="Why it was allowed">
          <ExplanationView why={intent.why} args={args} />
        </Part>
      )}
    </>
  );
}

function Result({ step, names }: { step: CallStep; names: Names }) {
  const outcome = step.outcome?.outcome;
  const result = outcome?.kind === 'done' ? outcome.result : null;
  const label = useMemo(() => (result ? labelOfAll(result) : null), [result]);
  if (!result || !label) return null;
  return (
    <Part
      title="Result"
      aside={
        label.integrity === 'untrusted' || label.integrity === 'hostile' ? (
          <Influence label={label} names={names} />
        ) : (
          <span className="text-[13px] text-ink-3">{influenceWord(label)}</span>
        )
      }
    >
      <Quoted value={result.value} />
    </Part>
  );
}

/** What went wrong, where something did. Failures may quote the other side. */
function Trouble({ run, step, names }: { run: string; step: Step; names: Names }) {
  const view = useRun(run);
  const outcome = step.outcome?.outcome;
  if (step.refusal) {
    return (
      <Part title="Why it was refused">
        <Refused step={step} refusal={step.refusal} view={view} names={names} />
      </Part>
    );
  }
  if (outcome?.kind === 'failed') {
    return (
      <Part
        title="Why it failed"
        aside={<code className="text-xs text-ink-3">{outcome.code}</code>}
      >
        <Quoted value={outcome.message.value} />
      </Part>
    );
  }
  if (outcome?.kind === 'unknown') {
    return (
      <Part title="What is not known">
        <p className="text-sm">
          It was sent and the answer was lost: <Visible text={outcome.why} />
        </p>
      </Part>
    );
  }
  if (step.state === 'unusable') {
    return (
      <Part title="Why nothing happened">
        <p className="text-sm">
          The model asked for a tool the agent does not have, or gave arguments that are no JSON. It
          was told so.
        </p>
      </Part>
    );
  }
  return null;
}
