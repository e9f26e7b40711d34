import type { Ledger } from '@countersign/record';
import { type ExportReport, verifyExport, verifyProof } from '@countersign/record/verify';
import type { Tally } from '../tally.ts';
import { exportOf, readerOf } from './export-files.ts';
import type { FilledLog } from './fill-log.ts';

/** Content that was erased is gone, and everything that was proved before stays proved. */
export async function tryErasure(
  ledger: Ledger,
  filled: FilledLog,
  notes: readonly string[],
  tally: Tally,
): Promise<void> {
  const key = await ledger.verifierKey(filled.workspace);
  const count = (name: string, wrong: string | null) => tally.count('erasure', name, wrong);
  const before = filled.beforeErasure;
  const told = before?.entries.flatMap(({ payload }) => (payload === null ? [] : [payload])) ?? [];
  count('the proof from before', before ? said(verifyProof(before, key)) : 'there is none');
  const after = await ledger.runProof(filled.workspace, filled.erased);
  const report = after && verifyProof(after, key);
  count('the proof from after', report ? said(report) : 'there is none');
  count(
    'the content is gone from the proof',
    after && report?.erased === told.length && !JSON.stringify(after).includes('the inbox')
      ? null
      : 'it still tells something',
  );
  const files = await exportOf(ledger, filled.workspace);
  const exported = await verifyExport(readerOf(files), { trustedKey: key, checkpoints: notes });
  count('the export from after', said(exported));
  count(
    'the content is gone from the export',
    exported.erased === told.length + 1 ? null : `${exported.erased} entries are without content`,
  );
  const audit = await ledger.audit(filled.workspace);
  count('the stored log from after', audit.findings[0]?.says ?? null);
}

function said({ findings }: Pick<ExportReport, 'findings'>): string | null {
  return findings[0]?.says ?? null;
}
