import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';

/** Starts a run in a conversation of its own, and goes to watch it. */
export function useFirstRun() {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ agent, text }: { agent: string; text: string }) =>
      api.runs.start({
        agent,
        conversation: 'new',
        message: { text },
        dedupe: crypto.randomUUID(),
      }),
    onSuccess: async ({ run, conversation }) => {
      void client.invalidateQueries({ queryKey: keys.runs(id) });
      void client.invalidateQueries({ queryKey: keys.conversations(id) });
      await navigate(
        conversation === null
          ? { to: '/w/$ws/runs/$run', params: { ws: id, run } }
          : { to: '/w/$ws/chat/$conversation', params: { ws: id, conversation } },
      );
    },
  });
}
