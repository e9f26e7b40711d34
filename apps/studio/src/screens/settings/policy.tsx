import { isJsonObject, type PolicyVersion } from '@countersign/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { isApiError } from '../../api/api-error.ts';
import { keys } from '../../data/keys.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Problem, ProblemLine, SkeletonRows } from '../../ui/states.tsx';
import { undoable } from '../../ui/undoable.ts';

/** The policy in force, as text, and the way to change it. */
export function Policy() {
  const { api, id } = useWorkspace();
  const policy = useQuery({ queryKey: keys.policy(id), queryFn: () => api.policy.get() });
  if (policy.isError && !policy.data)
    return <Problem error={policy.error} retry={() => void policy.refetch()} />;
  return (
    <Section
      title="Policy"
      lead="Who may do what, in Cedar. What no policy permits is denied. What a stranger could have brought about is held in any case; no policy can switch that off."
    >
      {policy.data ? (
        <Editor key={policy.data.number} policy={policy.data} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Section>
  );
}

function Editor({ policy }: { policy: PolicyVersion }) {
  const { api, id, role } = useWorkspace();
  const client = useQueryClient();
  const [text, setText] = useState(policy.cedar);
  const mayChange = reaches(role, 'admin');
  const isChanged = text !== policy.cedar;
  const save = useMutation({
    mutationFn: () => api.policy.put({ cedar: text, number: policy.number }),
    onSuccess: (saved) => {
      client.setQueryData(keys.policy(id), saved);
      toast('The policy is in force', { description: 'Open approvals do not carry over.' });
    },
  });
  const isConflict = isApiError(save.error, 'HTTP_CONFLICT');
  return (
    <div className="grid gap-4">
      <Textarea
        aria-label="Policy text"
        spellCheck={false}
        readOnly={!mayChange}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="max-h-[60dvh] min-h-80 font-mono !text-[13px] leading-relaxed"
      />
      <p className="flex flex-wrap items-center gap-2 text-[13px] text-ink-3">
        Version <Copyable text={policy.version} label="policy version" />
        {!mayChange && 'Only an admin can change it.'}
      </p>
      {save.error && !isConflict && <ProblemLine error={save.error} />}
      <Problems error={save.error} />
      {isConflict && (
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
      )}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            disabled={!isChanged}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {save.isPending ? 'Checking…' : 'Put in force'}
          </Button>
          {isChanged && (
            <Button
              look="quiet"
              onClick={() => {
                setText(policy.cedar);
                undoable('Your changes are gone', () => setText(text));
              }}
            >
              Undo all
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** What the server found wrong, each with its place. */
function Problems({ error }: { error: unknown }) {
  if (!isApiError(error, 'HTTP_POLICY')) return null;
  const listed = error.details['problems'];
  const problems = Array.isArray(listed) ? listed.filter(isJsonObject) : [];
  return (
    <ul className="grid gap-1.5 text-sm text-refused">
      {problems.map((problem, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: problems of one answer never move
        <li key={at} className="font-mono text-[13px] break-words">
          {placeOf(problem)}
          {String(problem['says'] ?? '')}
        </li>
      ))}
    </ul>
  );
}

function placeOf(problem: Readonly<Record<string, unknown>>): string {
  const line = problem['line'];
  const policy = problem['policy'] ?? problem['policyId'];
  if (typeof line === 'number') return `line ${line}: `;
  return typeof policy === 'string' && policy !== '' ? `${policy}: ` : '';
}
