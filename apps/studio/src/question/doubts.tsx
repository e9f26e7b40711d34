import type { Effect, Missing, Pointer, QuestionRecord } from '@countersign/contract';
import type { ReactNode } from 'react';
import { nameOf } from '../quote/arguments.tsx';
import { Visible } from '../quote/visible-text.tsx';
import type { RecordName } from '../run/record-names.ts';
import type { RunView } from '../run/run-view.ts';
import { passesIf } from '../why/remedies.ts';
import { Doubt } from './doubt.tsx';
import { type DoubtGroup, doubtGroups } from './doubt-groups.ts';

/** All that is in doubt in a question, argument by argument, and what would let it pass another time. */
export function Doubts({
  question,
  view,
  names,
  under,
}: {
  question: Pick<QuestionRecord, 'missing' | 'args' | 'call' | 'effect'>;
  view: RunView;
  names: ReadonlyMap<string, RecordName>;
  /** What stands under each value in doubt. */
  under?: ((missing: Missing) => ReactNode) | undefined;
}) {
  const groups = doubtGroups(question.missing, question.args);
  return (
    <div className="grid gap-5">
      <ul className="divide-y divide-line">
        {groups.map((group) => (
          <Doubt
            key={group.pointer}
            group={group}
            call={question.call}
            view={view}
            names={names}
            under={under}
          />
        ))}
      </ul>
      <Remedies groups={groups} effect={question.effect} />
    </div>
  );
}

/** What would let it pass another time, each way once, with the arguments it is for. */
function Remedies({ groups, effect }: { groups: readonly DoubtGroup[]; effect: Effect }) {
  return (
    <div className="grid gap-2 border-t border-line pt-4 text-sm text-ink-2">
      <h4 className="text-[13px] font-semibold">What would let it pass</h4>
      <ul className="grid gap-2">
        {remediesOf(groups, effect).map(([remedy, pointers]) => (
          <li key={remedy} className="text-pretty">
            <span className="font-mono text-[13px] break-all">
              <Visible text={pointers.map(nameOf).join(', ')} />
            </span>
            : {remedy}
          </li>
        ))}
      </ul>
    </div>
  );
}

function remediesOf(
  groups: readonly DoubtGroup[],
  effect: Effect,
): readonly (readonly [string, readonly Pointer[]])[] {
  const remedies = new Map<string, Set<Pointer>>();
  const add = (missing: Missing, isWithin: boolean) => {
    const remedy = passesIf(missing, effect, isWithin);
    remedies.set(remedy, (remedies.get(remedy) ?? new Set()).add(missing.pointer));
  };
  for (const { about, within } of groups) {
    for (const missing of about) add(missing, false);
    for (const missing of within) add(missing, true);
  }
  return [...remedies].map(([remedy, pointers]) => [remedy, [...pointers]] as const);
}
