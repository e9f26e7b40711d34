import type { RunProof } from '@countersign/contract';
import { createLedger, type PostgresRecord } from '@countersign/record';
import { verifyProof } from '@countersign/record/verify';
import type { StoredLog } from './stored-log.ts';
import { rewriteHistory } from './thief.ts';
import { otherHistories } from './thief-cases.ts';
import { settableSigner } from './witness.ts';

/**
 * What is not noticed, measured, so that nobody reads more into the figure: a checkpoint's stored copy that goes,
 * the tail that nobody has signed yet, and entries that are left out of a proof.
 */
export async function limitsOf(on: {
  readonly log: StoredLog;
  readonly record: PostgresRecord;
  readonly notes: ReadonlyMap<string, string>;
  /** What the witness remembered before the last entries were written. */
  readonly earlier: ReadonlyMap<string, string>;
  readonly proof: RunProof;
}): Promise<readonly string[]> {
  const { log, notes, earlier, proof } = on;
  const copies = await log.run('delete from log_checkpoint where workspace = $1');
  const copiesMissed = (await isClean(on, notes)) ? copies : 0;
  await log.restore();

  const signed = Number(earlier.get(log.workspace)?.split('\n')[1]);
  const history = await log.entries();
  const tails = otherHistories(history).filter(({ entries }) =>
    entries.slice(0, signed).every((entry, at) => entry.leaf === history[at]?.leaf),
  );
  let tailsMissed = 0;
  for (const { entries } of tails) {
    await rewriteHistory(log, entries, 'removes all checkpoints');
    if (await isClean(on, earlier)) tailsMissed += 1;
    await log.restore();
  }

  const shorter = proof.entries.map((_, at) => ({
    ...proof,
    entries: proof.entries.filter((_, place) => place !== at),
  }));
  const shorterMissed = shorter.filter(
    (one) => verifyProof(one, proof.verifierKey).findings.length === 0,
  ).length;
  return [
    `${copiesMissed} of ${copies} stored checkpoints can be deleted unnoticed: they are copies, the witness remembers the last one.`,
    `${tailsMissed} of ${tails.length} rewritings of entries that no checkpoint covers yet are unnoticed by an audit: sign often.`,
    `${shorterMissed} of ${shorter.length} entries can be left out of a run's proof unnoticed, and members that the form does not know are passed over: a proof shows what happened, an export shows that nothing else did.`,
  ];
}

async function isClean(
  { log, record }: { readonly log: StoredLog; readonly record: PostgresRecord },
  notes: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { witness, signer } = settableSigner();
  witness.setBack(notes);
  const ledger = createLedger({ store: record.log, signer });
  return (await ledger.audit(log.workspace)).findings.length === 0;
}
