import { useState } from 'react';
import { BatchCard } from './batch-card.tsx';
import { useTogether } from './use-together.ts';

/** All that a run asks, on its own page: stays while it is looked at, whoever answers. */
export function RunAsks({ run }: { run: string }) {
  const { questions: together } = useTogether(run, [], true);
  // Ticks begin with what is there: the card waits until that is known.
  const [isThere, setThere] = useState(false);
  if (!isThere && together.length > 1) setThere(true);
  if (!isThere) return null;
  return (
    <div className="rounded-2xl border border-line bg-sheet p-4 shadow-sheet sm:p-6">
      <BatchCard questions={together} inRun />
    </div>
  );
}
