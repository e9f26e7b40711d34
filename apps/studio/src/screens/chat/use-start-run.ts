import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';

/** What a person sends: their words, what they pasted, and ids of files they attached. */
export interface Outgoing {
  readonly text: string;
  readonly pasted: readonly string[];
  readonly files: readonly string[];
}

/** Starts a run in a conversation (`new` for one that it opens), and goes there. */
export function useStartRun(agent: string, conversation: string) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (message: Outgoing) =>
      api.runs.start({
        agent,
        conversation,
        message: {
          text: message.text,
          ...(message.pasted.length > 0 ? { pasted: message.pasted } : {}),
          ...(message.files.length > 0 ? { files: message.files } : {}),
        },
        // A second press, or a request sent again, starts no second run.
        dedupe: crypto.randomUUID(),
      }),
    onSuccess: async (started) => {
      void client.invalidateQueries({ queryKey: keys.runs(id) });
      void client.invalidateQueries({ queryKey: keys.conversations(id) });
      const to = started.conversation;
      if (to === null) {
        await navigate({ to: '/w/$ws/runs/$run', params: { ws: id, run: started.run } });
        return;
      }
      await client.invalidateQueries({ queryKey: keys.conversation(id, to) });
      if (to !== conversation) {
        await navigate({ to: '/w/$ws/chat/$conversation', params: { ws: id, conversation: to } });
      }
    },
  });
}
