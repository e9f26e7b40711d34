import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { keys } from '../data/keys.ts';
import { useWorkspace } from '../session/workspace.tsx';

/** Asks a run to stop. That it has is shown by its own entries. */
export function useStopRun(run: string) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.runs.cancel(run),
    onSuccess: (outcome) => {
      if (outcome === 'ended') toast('It had ended already.');
    },
    onError: (error) => toast.error('It could not be stopped', { description: error.message }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.runs(id) }),
        client.invalidateQueries({ queryKey: keys.run(id, run) }),
        client.invalidateQueries({ queryKey: keys.questions(id) }),
      ]),
  });
}
