import type { RunResult } from '@countersign/contract';
import { CircleSlash, TriangleAlert } from 'lucide-react';
import { usePersonName } from '../../data/names.ts';
import { Visible } from '../../quote/visible-text.tsx';

/** How a run ended that gave no answer. */
export function EndOf({ result }: { result: Exclude<RunResult, { kind: 'answered' }> }) {
  const personName = usePersonName();
  const isStopped = result.kind === 'cancelled';
  const Icon = isStopped ? CircleSlash : TriangleAlert;
  return (
    <div
      className={`flex gap-3 rounded-xl border px-4 py-3 text-[15px] ${isStopped ? 'border-line text-ink-2' : 'border-refused/35 text-refused'}`}
    >
      <Icon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">
          {isStopped ? `Stopped by ${personName(result.by)}` : 'The run failed'}
          {!isStopped && <code className="ml-2 text-xs font-normal">{result.code}</code>}
        </p>
        {result.reason !== '' && (
          <p className="break-words text-ink-2">
            <Visible text={result.reason} />
          </p>
        )}
      </div>
    </div>
  );
}
