import { Square } from 'lucide-react';
import { useRun } from '../../run/use-run.ts';
import { useStopRun } from '../../run/use-stop-run.ts';
import { Button } from '../../ui/button.tsx';

/** Stops a run while it goes. */
export function StopButton({ run }: { run: string }) {
  const view = useRun(run);
  const stop = useStopRun(run);
  if (view.start === null || view.result !== null) return null;
  return (
    <Button size="small" busy={stop.isPending} onClick={() => stop.mutate()}>
      <Square size={12} fill="currentColor" aria-hidden="true" /> Stop
    </Button>
  );
}
