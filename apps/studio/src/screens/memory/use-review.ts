import type { MemoryItem } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { undoable } from '../../ui/undoable.ts';

/** What can be done with one memory by one press. */
export type Pressed = 'approve' | 'reject' | 'remove' | 'restore';

const DONE: Readonly<Record<Pressed, string>> = {
  approve: 'Approved: it counts as your word',
  reject: 'Rejected: no agent reads it',
  remove: 'Deleted: no agent reads it',
  restore: 'It is back as it was',
};

/** Does it, says so, and offers the way back where there is one. */
export function useReview({ id: memory }: Pick<MemoryItem, 'id'>) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const done = useMutation({
    mutationFn: (how: Pressed) => api.memories[how](memory),
    onSuccess: (_, how) => {
      if (how === 'reject' || how === 'remove') undoable(DONE[how], () => done.mutate('restore'));
      else toast(DONE[how]);
    },
    onError: (error) => toast.error('It stays as it was', { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.memories(id) }),
  });
  return { review: done.mutate, busy: done.isPending };
}
