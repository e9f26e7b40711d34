import type { Missing, QuestionRecord } from '@countersign/contract';
import type { ReactNode } from 'react';
import type { RecordName } from '../run/record-names.ts';
import type { RunView } from '../run/run-view.ts';
import { Doubt } from './doubt.tsx';
import { doubtGroups } from './doubt-groups.ts';

/** All that is in doubt in a question, argument by argument. */
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
  return (
    <ul className="divide-y divide-line">
      {doubtGroups(question.missing, question.args).map((group) => (
        <Doubt
          key={group.pointer}
          group={group}
          effect={question.effect}
          call={question.call}
          view={view}
          names={names}
          under={under}
        />
      ))}
    </ul>
  );
}
