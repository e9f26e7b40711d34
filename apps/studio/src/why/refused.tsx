import { at, type LeafReason } from '@countersign/contract';
import { SourceLine } from '../label/source-line.tsx';
import { SINKS } from '../question/words.ts';
import { nameOf } from '../quote/arguments.tsx';
import { Quoted } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';
import { findQuotes } from '../run/find-quotes.ts';
import type { RecordName } from '../run/record-names.ts';
import type { Refusal, RunView, Step } from '../run/run-view.ts';
import { Decision } from './decision.tsx';
import { ruleOf } from './explanation.tsx';
import { allowedIf } from './remedies.ts';

/** Why a call was refused: the rule, the values it was about and where they came from, and what would let it happen. */
export function Refused({
  step,
  refusal,
  view,
  names,
}: {
  step: Step;
  refusal: Refusal;
  view: RunView;
  names: ReadonlyMap<string, RecordName>;
}) {
  const { why } = refusal;
  const args = step.kind === 'call' ? step.args : null;
  const failed = why?.steps.find(({ ok }) => !ok);
  const doubted = why?.leaves.filter(isToBlame) ?? [];
  return (
    <div className="grid gap-3 text-sm">
      <p>
        {failed && <span className="font-medium">{ruleOf(failed.step)} </span>}
        <Visible text={refusal.reason} />
      </p>
      {args !== null && doubted.length > 0 && (
        <ul className="grid gap-3">
          {doubted.map((leaf) => (
            <Blamed key={leaf.pointer} leaf={leaf} step={step} view={view} names={names} />
          ))}
        </ul>
      )}
      <p className="text-ink-2">{allowedIf(refusal)}</p>
      {why && <Decision why={why} args={args} />}
    </div>
  );
}

function isToBlame({ endorsedBy, integrity }: LeafReason): boolean {
  return endorsedBy === null || integrity === 'hostile';
}

/** A value that the refusal is about, with the places where the agent had read it. */
function Blamed({
  leaf,
  step,
  view,
  names,
}: {
  leaf: LeafReason;
  step: Step;
  view: RunView;
  names: ReadonlyMap<string, RecordName>;
}) {
  const value = step.kind === 'call' && step.args ? at(step.args, leaf.pointer) : undefined;
  const [quote] = value === undefined ? [] : findQuotes(view, value, [], step.id);
  return (
    <li className="grid gap-1.5">
      <p>
        <span className="font-mono text-[13px]">
          <Visible text={nameOf(leaf.pointer)} />
        </span>
        <span className="ml-2 text-ink-3">{SINKS[leaf.sink]}</span>
      </p>
      {value !== undefined && <Quoted value={value} lines={3} />}
      <p className="text-ink-2">
        <Visible text={leaf.detail} />
        {quote && (
          <>
            {' '}
            The agent read it in{' '}
            <SourceLine source={`${quote.call}#${quote.pointer}`} names={names} inSentence />.
          </>
        )}
      </p>
    </li>
  );
}
