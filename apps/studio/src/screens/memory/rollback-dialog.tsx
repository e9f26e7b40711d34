import type { RollbackPlan } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { keys } from '../../data/keys.ts';
import { QuotedLine } from '../../quote/quoted.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/states.tsx';
import { undoable } from '../../ui/undoable.ts';

/** Shows what has a source and all that was derived from it, and takes exactly that away. */
export function RollbackDialog({
  source: first,
  onClose,
}: {
  source: string;
  onClose: () => void;
}) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const [source, setSource] = useState(first);
  const again = () => client.invalidateQueries({ queryKey: keys.memories(id) });
  const look = useMutation({ mutationFn: () => api.memories.rollbackPlan(source.trim()) });
  const restore = useMutation({
    mutationFn: (rollback: string) => api.memories.restoreRollback(rollback),
    onSuccess: (items) => toast(`${counted(items.length)} came back`),
    onError: (error) => toast.error('Nothing came back', { description: error.message }),
    onSettled: again,
  });
  const roll = useMutation({
    mutationFn: ({ items }: RollbackPlan) =>
      api.memories.rollBack(
        source.trim(),
        items.map((item) => item.id),
      ),
    onSuccess: ({ rollback, items }) => {
      undoable(`${counted(items.length)} taken away`, () => restore.mutate(rollback));
      onClose();
    },
    onSettled: again,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    roll.reset();
    look.mutate();
  };
  return (
    <Dialog open onClose={onClose} title="Roll back a source" wide>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label="Where it came from"
          hint="The id of a run, a call, a memory, or a record such as a mail."
        >
          {(control) => (
            <Input
              {...control}
              required
              minLength={3}
              maxLength={500}
              value={source}
              onChange={(event) => {
                setSource(event.target.value);
                look.reset();
              }}
            />
          )}
        </Field>
        {look.data && <Plan plan={look.data} />}
        <ProblemLine error={look.error ?? roll.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={look.isPending}>
            Show what would go
          </Button>
          {look.data && look.data.items.length > 0 && (
            <Button look="danger" busy={roll.isPending} onClick={() => roll.mutate(look.data)}>
              Take {counted(look.data.items.length)} away
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Plan({ plan: { items, untold } }: { plan: RollbackPlan }) {
  return (
    <div className="grid gap-3 text-sm" aria-live="polite">
      <p className="font-medium">
        {items.length === 0
          ? 'No memory came from there.'
          : `${counted(items.length)} came from there, or from what did:`}
      </p>
      {items.length > 0 && <Texts items={items} />}
      {untold.length > 0 && (
        <>
          <p className="text-ink-2">
            Of {counted(untold.length)} nobody can tell, since too many things shaped them. They
            stay:
          </p>
          <Texts items={untold} />
        </>
      )}
    </div>
  );
}

/** Most memories whose words are shown before they go. */
const MOST_TEXTS = 50;

function Texts({ items }: { items: RollbackPlan['items'] }) {
  return (
    <ul className="grid max-h-64 gap-1 overflow-y-auto border-l-2 border-line pl-3">
      {items.slice(0, MOST_TEXTS).map(({ id, text }) => (
        <li key={id} className="break-words">
          {text === null ? 'erased' : <QuotedLine value={text} />}
        </li>
      ))}
      {items.length > MOST_TEXTS && <li>and {items.length - MOST_TEXTS} more</li>}
    </ul>
  );
}

function counted(count: number): string {
  return count === 1 ? 'one memory' : `${count} memories`;
}
