import type { Finding, Proof } from './proof.ts';

/** A proof with what it found and the seconds it took. */
export interface Row {
  readonly proof: Pick<Proof, 'name' | 'promise'>;
  readonly finding: Finding;
  readonly seconds: number;
}

/** The findings as text: one row a proof, then each failure in a line, then the notes. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ proof, finding, seconds }) => [
    proof.name,
    String(finding.cases),
    String(finding.failures.length),
    finding.figure,
    `${seconds.toFixed(1)} s`,
    finding.failures.length === 0 ? 'holds' : 'BROKEN',
  ]);
  const head = ['proof', 'cases', 'failures', 'figure', 'time', ''];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const failures = rows.flatMap(({ proof, finding }) => listed(proof.name, finding.failures));
  const notes = rows.flatMap(({ proof, finding }) =>
    (finding.notes ?? []).map((note) => `${proof.name}: ${note}`),
  );
  return [
    line(head),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...cells.map(line),
    ...failures,
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

const SHOWN = 20;

function listed(name: string, failures: readonly string[]): readonly string[] {
  const shown = failures.slice(0, SHOWN).map((failure) => `  ${name}: ${failure}`);
  return failures.length > SHOWN
    ? [...shown, `  ${name}: and ${failures.length - SHOWN} more`]
    : shown;
}
