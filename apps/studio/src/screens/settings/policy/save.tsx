import { isJsonObject, type PolicyText, type PolicyVersion } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { isApiError } from '../../../api/api-error.ts';
import { keys } from '../../../data/keys.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/states.tsx';

/** Puts a change in force, or proposes it where two persons are needed. */
export function Save({
  policy,
  draft,
  isChanged,
  isBad,
  needsTwo,
  onUndo,
}: {
  policy: PolicyVersion;
  draft: Omit<PolicyText, 'note'>;
  isChanged: boolean;
  isBad: boolean;
  needsTwo: boolean;
  onUndo: () => void;
}) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const change = { ...draft, note, number: policy.number };
  const save = useMutation({
    mutationFn: async () => {
      if (needsTwo) await api.policy.propose(change);
      else await api.policy.put(change);
    },
    onSuccess: async () => {
      setNote('');
      if (needsTwo) toast('Proposed', { description: 'Another owner or admin accepts it.' });
      else toast('The policy is in force', { description: 'Open approvals do not carry over.' });
      await client.invalidateQueries({ queryKey: keys.policy(id) });
    },
  });
  const isConflict = isApiError(save.error, 'HTTP_CONFLICT');
  return (
    <div className="mt-6 grid gap-4">
      {isConflict ? (
        <div
          role="alert"
          className="grid justify-items-start gap-2 rounded-lg bg-held-soft px-3 py-2 text-sm text-held"
        >
          Somebody put another policy in force while you were writing. Yours was not saved; copy
          what you need before you read theirs.
          <Button
            size="small"
            onClick={() => void client.invalidateQueries({ queryKey: keys.policy(id) })}
          >
            Read the one in force
          </Button>
        </div>
      ) : (
        <ProblemLine error={save.error} />
      )}
      <Failing error={save.error} />
      <Field label="What the change is for" optional>
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={!isChanged || isBad}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {save.isPending ? 'Checking…' : needsTwo ? 'Propose' : 'Put in force'}
        </Button>
        {isChanged && (
          <Button look="quiet" onClick={onUndo}>
            Undo all
          </Button>
        )}
      </div>
    </div>
  );
}

/** The tests that a change broke. */
function Failing({ error }: { error: unknown }) {
  if (!isApiError(error, 'HTTP_POLICY_TESTS')) return null;
  const listed = error.details['failing'];
  const failing = Array.isArray(listed) ? listed.filter(isJsonObject) : [];
  return (
    <ul className="list-disc pl-5 text-sm text-refused">
      {failing.map((one) => (
        <li key={String(one['name'])}>
          {String(one['name'])}: {String(one['actual'])}, not {String(one['expected'])}
        </li>
      ))}
    </ul>
  );
}
