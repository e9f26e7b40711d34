import {
  at,
  type Explanation,
  type JsonObject,
  type LeafReason,
  type StepReason,
} from '@countersign/contract';
import { Check, X } from 'lucide-react';
import { SINKS } from '../question/words.ts';
import { nameOf } from '../quote/arguments.tsx';
import { QuotedLine } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';

const STEPS: Readonly<Record<StepReason['step'], string>> = {
  resolve: 'Is it this tool, unchanged?',
  shape: 'Do the arguments fit?',
  authority: 'May the person and the agent do it?',
  flow: 'Who wrote what decides?',
  judge: 'Does a person have to say so?',
  budget: 'Is it within limits?',
};

/** What the gateway asks at a step, as a question. */
export function ruleOf(step: StepReason['step']): string {
  return STEPS[step];
}

const ENDORSED: Readonly<Record<NonNullable<LeafReason['endorsedBy']>, string>> = {
  'clean-context': 'nothing from outside was read',
  'not-a-decision': 'decides nothing',
  'trusted-match': 'you said so',
  contract: 'on the list of what you asked for',
  reference: 'of a record that no model chose',
  extraction: 'one of a few values that were named before',
  person: 'a person said so',
  standing: 'a standing permission says so',
  'quoted-link': 'a link that stood in one public text, which a policy lets be looked at',
  configured: 'configured',
};

/** Why the gateway decided as it did: its questions in order, then each argument with its value. */
export function ExplanationView({ why, args }: { why: Explanation; args: JsonObject | null }) {
  const leaves = why.leaves.toSorted(
    (a, b) => Number(a.endorsedBy !== null) - Number(b.endorsedBy !== null),
  );
  return (
    <div className="grid gap-4">
      <ol className="grid gap-1.5">
        {why.steps.map(({ step, ok, detail }) => (
          <li key={step} className="flex gap-2.5 text-sm">
            {ok ? (
              <Check size={15} aria-label="yes" className="mt-1 shrink-0 text-allowed" />
            ) : (
              <X size={15} aria-label="no" className="mt-1 shrink-0 text-refused" />
            )}
            <span>
              <span className="font-medium">{STEPS[step]}</span>{' '}
              <span className="text-ink-2">
                <Visible text={detail} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      {why.waived !== undefined && (
        <p className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
          It would have been held for{' '}
          {why.waived
            .map(({ pointer }) => (pointer === '' ? 'the whole call' : pointer))
            .join(', ')}
          ; this record-only agent in a sandbox did it all the same.
        </p>
      )}
      {why.mode === 'strict' && (
        <p className="text-sm text-ink-2">The agent is strict: it is asked about all it does.</p>
      )}
      {leaves.length > 0 && (
        <ul className="grid gap-2.5 border-t border-line pt-3">
          {leaves.map((leaf) => (
            <LeafLine key={leaf.pointer} leaf={leaf} args={args} />
          ))}
        </ul>
      )}
      <p className="text-[13px] text-ink-3">
        {why.policies.length === 0
          ? 'No policy decided.'
          : `Decided by the ${why.policies.length === 1 ? 'policy' : 'policies'} ${why.policies.join(', ')}.`}{' '}
        Policy version <span className="font-mono">{why.policyVersion.slice(0, 12)}</span>.
      </p>
    </div>
  );
}

function LeafLine({ leaf, args }: { leaf: LeafReason; args: JsonObject | null }) {
  const value = args === null ? undefined : at(args, leaf.pointer);
  return (
    <li className="text-sm">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-mono text-[13px] break-all">
          <Visible text={nameOf(leaf.pointer)} />
        </span>
        <span className="text-ink-3">{SINKS[leaf.sink]}</span>
        <span className={leaf.endorsedBy === null ? 'font-medium text-held' : 'text-allowed'}>
          {leaf.endorsedBy === null ? 'nobody vouches for it' : ENDORSED[leaf.endorsedBy]}
        </span>
      </p>
      {value !== undefined && (
        <p className="truncate text-[13px] text-ink-2">
          <QuotedLine value={value} max={120} />
        </p>
      )}
      <p className="text-[13px] text-ink-2">
        <Visible text={leaf.detail} />
      </p>
    </li>
  );
}
