import { createLedger, type PostgresRecord } from '@countersign/record';
import { verifyExport } from '@countersign/record/verify';
import type { Tally } from '../tally.ts';
import { exportCases } from './export-cases.ts';
import { exportOf, readerOf } from './export-files.ts';
import type { StoredLog } from './stored-log.ts';
import { rewriteHistory } from './thief.ts';
import { otherHistories } from './thief-cases.ts';
import { settableSigner } from './witness.ts';

/** What the tries need of the log. */
export interface ExportTry {
  readonly log: StoredLog;
  readonly record: PostgresRecord;
  readonly notes: ReadonlyMap<string, string>;
  readonly tally: Tally;
}

/** Tampers with an export, and checks it offline with the key that the checker got by another way. */
export async function tryExport({ log, record, notes, tally }: ExportTry): Promise<void> {
  const { witness, signer } = settableSigner();
  witness.setBack(notes);
  const ledger = createLedger({ store: record.log, signer });
  const trustedKey = await signer.verifierKey(log.workspace);
  const files = await exportOf(ledger, log.workspace);
  const clean = await verifyExport(readerOf(files), { trustedKey });
  tally.count('export', 'an export that nobody touched', clean.findings[0]?.says ?? null);
  for await (const one of exportCases(files, await log.entries(), log.workspace)) {
    const { findings } = await verifyExport(readerOf(one.files), { trustedKey });
    tally.count('export', one.name, findings.length > 0 ? null : 'it went unnoticed');
  }
}

/**
 * A thief who has the witness's memory too can have any history signed. Who holds a checkpoint from before still
 * notices; it is all that is left.
 */
export async function tryLostWitness({ log, record, notes, tally }: ExportTry): Promise<void> {
  const known = [...notes.values()];
  for (const { name, entries } of otherHistories(await log.entries())) {
    await rewriteHistory(log, entries, 'removes all checkpoints');
    const { signer } = settableSigner();
    const ledger = createLedger({ store: record.log, signer });
    const trustedKey = await signer.verifierKey(log.workspace);
    const files = await exportOf(ledger, log.workspace);
    const { findings } = await verifyExport(readerOf(files), { trustedKey, checkpoints: known });
    tally.count(
      'older checkpoint',
      `the witness has forgotten, and ${name}`,
      findings.length > 0 ? null : 'it went unnoticed',
    );
    await log.restore();
  }
}
