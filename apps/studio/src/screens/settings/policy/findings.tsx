import type { PolicyCheck, PolicyFinding, PolicyProblem } from '@countersign/contract';
import { Badge } from '../../../ui/badge.tsx';
import { ProblemLine } from '../../../ui/states.tsx';
import type { LineMark } from './code-area.tsx';

const NAMES: Readonly<Record<PolicyFinding['rule'], string>> = {
  shadowed: 'changes nothing',
  inverted: 'the wrong way round',
  'agent-control': 'agents in control',
  'never-applies': 'never applies',
  'nobody-answers': 'nobody answers',
  'too-few-approvers': 'too few may answer',
  'owner-locked-out': 'owners locked out',
  'nothing-runs': 'nothing runs',
  'not-compared': 'not compared',
};

/** The lines of which there is something to say; a problem outdoes a finding. */
export function marksOf(check: PolicyCheck | undefined): readonly LineMark[] {
  const mark = (tone: LineMark['tone']) => (one: PolicyProblem) =>
    one.line === null ? [] : [{ line: one.line, tone, says: one.says }];
  return [
    ...(check?.findings ?? []).flatMap(mark('held')),
    ...(check?.problems ?? []).flatMap(mark('refused')),
  ];
}

/** What is wrong with the text, and what is likely a mistake in it. */
export function Findings({
  check,
  error,
  isLate,
}: {
  check: PolicyCheck | undefined;
  error: unknown;
  isLate: boolean;
}) {
  return (
    <div aria-live="polite" aria-busy={isLate} className="grid gap-2 text-sm">
      {error ? <ProblemLine error={error} /> : null}
      {check === undefined && !error && <p className="text-ink-2">Checking…</p>}
      {check?.problems.map((problem) => (
        <p
          key={`${problem.line}:${problem.column}:${problem.says}`}
          className="rounded-lg bg-refused-soft px-3 py-2 break-words text-refused"
        >
          <b>{placeOf(problem)}</b> {problem.says}
        </p>
      ))}
      {check?.findings.map((finding) => (
        <div
          key={`${finding.rule}:${finding.line}:${finding.says}`}
          className="rounded-lg border border-line px-3 py-2"
        >
          <p className="flex flex-wrap items-baseline gap-2">
            <Badge tone="held">{NAMES[finding.rule]}</Badge>
            <b>{placeOf(finding)}</b>
            {finding.policy !== null && <span className="font-mono">{finding.policy}</span>}
          </p>
          <p className="mt-1">{finding.says}</p>
          <p className="mt-1 text-ink-2">{finding.remedy}</p>
        </div>
      ))}
      {check !== undefined && check.problems.length + check.findings.length === 0 && (
        <p className="text-ink-2">No problem, and nothing that looks like a mistake.</p>
      )}
    </div>
  );
}

function placeOf({ line }: PolicyProblem): string {
  return line === null ? 'All of it:' : `Line ${line}:`;
}
