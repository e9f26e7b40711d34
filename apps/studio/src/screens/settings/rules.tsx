import type { WorkspaceRules } from '@countersign/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { keys } from '../../data/keys.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Check } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Problem, ProblemLine, SkeletonRows } from '../../ui/states.tsx';

/** Each rule in words: what it is, what it does, and what is said when it is set or not. */
const RULES: readonly {
  readonly rule: keyof WorkspaceRules;
  readonly label: string;
  readonly hint: string;
  readonly set: string;
  readonly unset: string;
}[] = [
  {
    rule: 'separateDuties',
    label: 'Who asked may not approve',
    hint: 'The questions of a run are answered by somebody other than the person it acts for, whatever their role.',
    set: 'Somebody else must answer from now on',
    unset: 'People may answer for their own runs',
  },
  {
    rule: 'policyTwoPersons',
    label: 'Two persons change the policies',
    hint: 'A change of the policies is a proposal until another owner or admin has accepted it.',
    set: 'Policies are changed by two from now on',
    unset: 'An admin changes the policies alone',
  },
  {
    rule: 'sandbox',
    label: 'This is a sandbox',
    hint: 'Nothing in it is real. Agents whose mode is record-only do what would wait for a person; deletions and rights still wait.',
    set: 'Record-only agents are not held from now on',
    unset: 'Record-only agents act as all others',
  },
];

/** What the workspace demands of its people. */
export function Rules() {
  const { api, id, role } = useWorkspace();
  const client = useQueryClient();
  const rules = useQuery({ queryKey: keys.rules(id), queryFn: () => api.rules.get() });
  const save = useMutation({
    mutationFn: ({ rules: wanted }: { rules: WorkspaceRules; says: string }) =>
      api.rules.put(wanted),
    onSuccess: async (saved, { says }) => {
      client.setQueryData(keys.rules(id), saved);
      toast(says);
      await client.invalidateQueries({ queryKey: keys.questions(id) });
    },
  });
  if (rules.isError && !rules.data)
    return <Problem error={rules.error} retry={() => void rules.refetch()} />;
  const mayChange = reaches(role, 'owner');
  const shown = save.isPending ? save.variables.rules : rules.data;
  return (
    <Section
      title="Rules"
      lead="What this workspace demands of its people. Each change is recorded."
    >
      {shown ? (
        <fieldset disabled={!mayChange || save.isPending} className="grid gap-4">
          {RULES.map(({ rule, label, hint, set, unset }) => (
            <Check
              key={rule}
              label={label}
              hint={hint}
              checked={shown[rule]}
              onChange={({ target: { checked } }) =>
                save.mutate({ rules: { ...shown, [rule]: checked }, says: checked ? set : unset })
              }
            />
          ))}
          {save.error && <ProblemLine error={save.error} />}
          {!mayChange && <p className="text-[13px] text-ink-3">Only an owner can change it.</p>}
        </fieldset>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Section>
  );
}
