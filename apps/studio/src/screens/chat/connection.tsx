import { useFeedState } from '../../run/use-run.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/states.tsx';

/** Says when a run is not followed live, and nothing while it is. */
export function Connection({ run }: { run: string }) {
  const { feeds } = useWorkspace();
  const state = useFeedState(run);
  if (state.kind === 'lost' && state.tries > 1) {
    return (
      <p role="status" className="text-[13px] text-held">
        The connection is lost; the run goes on without it. Connecting again…
      </p>
    );
  }
  if (state.kind === 'failed') {
    return (
      <div className="grid justify-items-start gap-2">
        <ProblemLine error={state.error} />
        <Button size="small" onClick={() => feeds.of(run).start()}>
          Try again
        </Button>
      </div>
    );
  }
  return null;
}
