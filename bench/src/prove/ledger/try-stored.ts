import { createLedger, type PostgresRecord } from '@countersign/record';
import type { Tally } from '../tally.ts';
import type { StoredCase } from './stored-case.ts';
import type { StoredLog } from './stored-log.ts';
import { settableSigner } from './witness.ts';

/**
 * Tampers in each way, audits as the product does, and puts everything back. An audit that breaks off counts as
 * wrong: it must say what it found.
 */
export async function tryStored(
  group: string,
  cases: readonly StoredCase[],
  on: {
    readonly log: StoredLog;
    readonly record: PostgresRecord;
    /** What the witness remembers: outside the database, so nobody tampers with it here. */
    readonly notes: ReadonlyMap<string, string>;
    readonly tally: Tally;
  },
): Promise<void> {
  const { log, record, notes, tally } = on;
  const before = await log.fingerprint();
  for (const one of cases) {
    const changed = await applied(one, log);
    if (changed && (await log.fingerprint()) !== before) {
      const { witness, signer } = settableSigner();
      witness.setBack(notes);
      const ledger = createLedger({ store: record.log, signer });
      const wrong = await ledger.audit(log.workspace).then(
        ({ findings }) => (findings.length > 0 ? null : 'it went unnoticed'),
        (thrown: unknown) => `the audit broke off: ${String(thrown)}`,
      );
      tally.count(group, one.name, wrong);
    }
    await log.restore();
  }
}

/** False where the database itself did not take it. */
async function applied(one: StoredCase, log: StoredLog): Promise<boolean> {
  try {
    return await one.apply(log);
  } catch (thrown) {
    if (isRefusal(thrown)) return false;
    throw thrown;
  }
}

/** A key that exists already, or a check: integrity constraint violations (SQLSTATE class 23). */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('23');
}
