import type { ProofReport } from '@countersign/record/verify';
import { Check, Minus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Checked, checked } from '../../proof/checks.ts';
import { count } from '../../ui/time.ts';

/** Milliseconds between two checks on the screen: the work itself is done at once, reading it is not. */
const PACE = 260;

/** What a proof was checked for, one by one, and what it came to. */
export function ProofReportView({ report, isSpoilt }: { report: ProofReport; isSpoilt: boolean }) {
  const checks = checked(report);
  const shown = usePaced(report, checks.length);
  const fails = checks.filter(({ findings }) => findings.length > 0);
  return (
    <div>
      {isSpoilt && (
        <p className="mb-3 rounded-lg bg-sunken px-3 py-2 text-[13px] text-ink-2">
          A copy, with one word of one entry changed, as somebody with hold of the database might.
        </p>
      )}
      <ol className="grid gap-3" aria-live="polite">
        {checks.map((check, at) => (
          <CheckLine
            key={check.title}
            check={check}
            isShown={at < shown}
            isUnreachable={report.size === null && at > 0 && at < 2}
          />
        ))}
      </ol>
      {shown >= checks.length && (
        <p
          className={`mt-4 text-sm font-medium ${fails.length === 0 ? 'text-allowed' : 'text-refused'}`}
        >
          {fails.length === 0
            ? `All of it holds: ${count(report.entries)} entries in a log of ${count(report.size ?? 0)}.`
            : `${fails.length === 1 ? 'One check fails' : `${fails.length} checks fail`}. Do not rely on this run.`}
          {report.erased > 0 && (
            <span className="block font-normal text-ink-2">
              The content of {report.erased} was erased: that they were recorded is proved, what
              they said is not.
            </span>
          )}
        </p>
      )}
    </div>
  );
}

function CheckLine({
  check,
  isShown,
  isUnreachable,
}: {
  check: Checked;
  isShown: boolean;
  isUnreachable: boolean;
}) {
  const { title, holds, otherwise, findings } = check;
  if (!isShown) {
    return (
      <li className="flex gap-2.5 text-sm text-ink-3">
        <span
          aria-hidden="true"
          className="mt-1.5 size-2 shrink-0 animate-pulse-soft rounded-full bg-line-strong"
        />
        {title}
      </li>
    );
  }
  const fails = findings.length > 0;
  return (
    <li className="flex animate-enter gap-2.5 text-sm">
      {fails ? (
        <X size={16} aria-label="does not hold" className="mt-0.5 shrink-0 text-refused" />
      ) : isUnreachable ? (
        <Minus size={16} aria-label="could not be checked" className="mt-0.5 shrink-0 text-ink-3" />
      ) : (
        <Check size={16} aria-label="holds" className="mt-0.5 shrink-0 text-allowed" />
      )}
      <span className="min-w-0">
        <span className={`font-medium ${fails ? 'text-refused' : ''}`}>{title}</span>
        <span className="block text-[13px] text-ink-2">
          {fails
            ? otherwise
            : isUnreachable
              ? 'Not checked: without a signature there is no root to lead to.'
              : holds}
        </span>
        {findings.slice(0, 4).map(({ code, says, index }) => (
          <span key={`${code}${index}`} className="mt-1 block text-[13px] text-refused">
            {index !== null && `Entry ${count(index)}: `}
            {says} <code className="text-[11px]">{code}</code>
          </span>
        ))}
        {findings.length > 4 && (
          <span className="block text-[13px] text-refused">and {findings.length - 4} more</span>
        )}
      </span>
    </li>
  );
}

function usePaced(report: ProofReport, all: number): number {
  const [shown, setShown] = useState({ report, count: 0 });
  const count = shown.report === report ? shown.count : 0;
  useEffect(() => {
    if (count >= all) return;
    const timer = setTimeout(() => setShown({ report, count: count + 1 }), PACE);
    return () => clearTimeout(timer);
  }, [report, count, all]);
  return count;
}
