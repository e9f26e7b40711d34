import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { keys } from '../../data/keys.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Check } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Problem, ProblemLine, SkeletonRows } from '../../ui/states.tsx';

/** What the workspace demands of its people. */
export function Rules() {
  const { api, id, role } = useWorkspace();
  const client = useQueryClient();
  const rules = useQuery({ queryKey: keys.rules(id), queryFn: () => api.rules.get() });
  const save = useMutation({
    mutationFn: (separateDuties: boolean) => api.rules.put({ separateDuties }),
    onSuccess: async (saved) => {
      client.setQueryData(keys.rules(id), saved);
      toast(
        saved.separateDuties
          ? 'Somebody else must answer from now on'
          : 'People may answer for their own runs',
      );
      await client.invalidateQueries({ queryKey: keys.questions(id) });
    },
  });
  if (rules.isError && !rules.data)
    return <Problem error={rules.error} retry={() => void rules.refetch()} />;
  const mayChange = reaches(role, 'owner');
  return (
    <Section
      title="Rules"
      lead="What this workspace demands of its people. Each change is recorded."
    >
      {rules.data ? (
        <fieldset disabled={!mayChange || save.isPending} className="grid gap-4">
          <Check
            label="Who asked may not approve"
            hint="The questions of a run are answered by somebody other than the person it acts for, whatever their role."
            checked={save.isPending ? save.variables : rules.data.separateDuties}
            onChange={(event) => save.mutate(event.target.checked)}
          />
          {save.error && <ProblemLine error={save.error} />}
          {!mayChange && <p className="text-[13px] text-ink-3">Only an owner can change it.</p>}
        </fieldset>
      ) : (
        <SkeletonRows rows={1} />
      )}
    </Section>
  );
}
