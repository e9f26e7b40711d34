import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/states.tsx';
import { count } from '../../ui/time.ts';

/** Has the server check its own log, and shows what it found. */
export function Audit() {
  const { api } = useWorkspace();
  const audit = useMutation({ mutationFn: () => api.ledger.audit() });
  const { data } = audit;
  return (
    <div className="grid justify-items-start gap-3">
      <Button busy={audit.isPending} onClick={() => audit.mutate()}>
        {audit.isPending ? 'Reading every entry…' : 'Check it now'}
      </Button>
      <ProblemLine error={audit.error} />
      {data?.findings.length === 0 && (
        <p role="status" className="flex items-center gap-2 text-sm text-allowed">
          <Check size={16} aria-hidden="true" /> All {count(data.size)} entries hold.
        </p>
      )}
      {data && data.findings.length > 0 && (
        <div role="alert" className="grid gap-2 text-sm text-refused">
          <p className="flex items-center gap-2 font-medium">
            <X size={16} aria-hidden="true" /> {count(data.findings.length)} findings in{' '}
            {count(data.size)} entries. Do not rely on this log.
          </p>
          <ul className="grid gap-1">
            {data.findings.slice(0, 20).map(({ code, says, index, about }) => (
              <li key={`${code}${index}${about}`}>
                {index !== null && `Entry ${count(index)}: `}
                {says} <code className="text-xs">{code}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
