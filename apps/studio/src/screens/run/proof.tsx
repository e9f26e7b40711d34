import type { RunProof } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { part } from '../../app/reload-when-replaced.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/states.tsx';
import { ProofReportView } from './proof-report.tsx';

/** Fetches the run's proof and checks it here, in the browser, with nothing of the server's word. */
export function Proof({ run, hasEnded }: { run: string; hasEnded: boolean }) {
  const { api } = useWorkspace();
  const [spoil, setSpoil] = useState(false);
  const check = useMutation({
    mutationFn: async () => {
      const [proof, key, verify] = await Promise.all([
        api.runs.proof(run),
        api.ledger.key(),
        part(() => import('../../proof/verify.ts')),
      ]);
      return { proof, key, report: verify.verifyProof(proof, key), verify };
    },
    onMutate: () => setSpoil(false),
  });
  const { data } = check;
  const shown =
    data && spoil
      ? data.verify.verifyProof(data.verify.spoilt(data.proof), data.key)
      : data?.report;
  return (
    <section aria-label="Proof">
      <h2 className="text-[13px] font-semibold text-ink-2">Proof</h2>
      <p className="mt-1.5 text-sm text-pretty text-ink-2">
        Everything this run meant and did stands in a signed log. Your browser checks it without
        trusting the server{hasEnded ? '' : '; what is recorded so far, while the run goes on'}.
      </p>
      {shown && (
        <div className="mt-4">
          <ProofReportView report={shown} isSpoilt={spoil} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          look={data ? 'plain' : 'primary'}
          busy={check.isPending}
          onClick={() => check.mutate()}
        >
          <ShieldCheck size={16} aria-hidden="true" />
          {check.isPending ? 'Checking…' : data ? 'Check again' : 'Check the proof'}
        </Button>
        {data && (
          <Button onClick={() => download(data.proof)}>
            <Download size={15} aria-hidden="true" /> Download
          </Button>
        )}
      </div>
      {data && (
        <button
          type="button"
          aria-pressed={spoil}
          onClick={() => setSpoil(!spoil)}
          className="mt-3 cursor-pointer rounded text-left text-[13px] text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink"
        >
          {spoil ? 'Back to the real proof' : 'See what tampering would look like'}
        </button>
      )}
      <div className="mt-3">
        <ProblemLine error={check.error} />
      </div>
    </section>
  );
}

function download(proof: RunProof): void {
  const blob = new Blob([JSON.stringify(proof)], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${proof.run}.proof.json`;
  link.click();
  URL.revokeObjectURL(url);
}
