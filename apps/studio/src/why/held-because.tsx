import type { JsonObject } from '@countersign/contract';
import { useQuestion } from '../data/queries.ts';
import { Doubts } from '../question/doubts.tsx';
import type { RecordName } from '../run/record-names.ts';
import type { AskedAbout } from '../run/run-view.ts';
import { useRun } from '../run/use-run.ts';
import { ProblemLine, Skeleton } from '../ui/states.tsx';
import { Decision } from './decision.tsx';

/** What was in doubt when a person was asked, and how the gateway came to ask. */
export function HeldBecause({
  question: asked,
  args,
  run,
  names,
}: {
  question: AskedAbout;
  args: JsonObject | null;
  run: string;
  names: ReadonlyMap<string, RecordName>;
}) {
  const view = useRun(run);
  const { data, error } = useQuestion(asked.id);
  return (
    <div className="grid gap-4">
      {data ? (
        <Doubts question={data} view={view} names={names} />
      ) : error ? (
        <ProblemLine error={error} />
      ) : (
        <Skeleton className="h-16" />
      )}
      {asked.why && <Decision why={asked.why} args={args} />}
    </div>
  );
}
