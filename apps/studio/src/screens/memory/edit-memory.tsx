import { MEMORY_TEXT, type MemoryItem } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/states.tsx';

/** Writes a memory of one's own words in place of another, which stays in the list of everything. */
export function EditMemory({ item, onClose }: { item: MemoryItem; onClose: () => void }) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const [text, setText] = useState(item.text ?? '');
  const edit = useMutation({
    mutationFn: () => api.memories.edit(item.id, text),
    onSuccess: () => {
      toast('Your words stand in its place');
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.memories(id) }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.mutate();
  };
  return (
    <Dialog open onClose={onClose} title="Write it in your own words" wide>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label="What the agent remembers"
          hint="It counts as your word from then on: leave nothing in it that a stranger wrote and you do not mean."
        >
          {(control) => (
            <Textarea
              {...control}
              required
              maxLength={MEMORY_TEXT}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <ProblemLine error={edit.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="seal" busy={edit.isPending} disabled={text.trim() === ''}>
            Put it in its place
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
