import { createLedger } from '@countersign/record';
import type { Ask, Finding, Proof } from '../proof.ts';
import { Tally } from '../tally.ts';
import { type ProofDatabase, withDatabase } from '../with-database.ts';
import { columnEdits } from './column-edits.ts';
import { type FilledLog, fillLog } from './fill-log.ts';
import { limitsOf } from './limits.ts';
import { rowEdits } from './row-edits.ts';
import { takeInHand } from './stored-log.ts';
import { thiefCases } from './thief-cases.ts';
import { tryErasure } from './try-erasure.ts';
import { tryExport, tryLostWitness } from './try-export.ts';
import { tryProof } from './try-proof.ts';
import { tryStored } from './try-stored.ts';
import { tryVectors, VECTORS } from './vectors.ts';
import { settableSigner } from './witness.ts';

/** Promise 9: what was recorded cannot be changed without being noticed, also by who owns the database. */
export const ledger: Proof = {
  name: 'ledger',
  promise:
    'Every edit, deletion, insertion, reordering or truncation of the log is noticed, as it is stored, exported or proved.',
  takesCases: true,
  run: async (ask): Promise<Finding> => {
    const tally = new Tally();
    await tryVectors(ask.cases ?? VECTORS, tally);
    const notes =
      ask.cases === null
        ? [
            ...(await withDatabase((database) => everyPlace(database, tally, ask))),
            ...(await withDatabase((database) => wholeLog(database, tally, ask))),
          ]
        : [];
    return {
      cases: tally.cases,
      failures: tally.failures,
      figure: `${tally.failures.length} tamperings undetected`,
      notes: [`Cases: ${tally.groups}.`, ...notes],
    };
  },
};

/** A log of a few hundred entries, tampered with in every column, row, file, byte and field. */
async function everyPlace(
  database: ProofDatabase,
  tally: Tally,
  { progress, scale }: Ask,
): Promise<readonly string[]> {
  const { filled, record, witness, ledger, earlier } = await filledLog(database, 46);
  tally.count('path', 'the log was filled without problems', filled.problems[0] ?? null);
  const notes = witness.remembered();
  await tryErasure(ledger, filled, [...notes.values()], tally);
  const shortest = await ledger.runProof(filled.workspace, filled.shortest);
  const asked = await ledger.runProof(filled.workspace, filled.asked);
  const erased = await ledger.runProof(filled.workspace, filled.erased);
  if (!shortest || !asked || !erased) throw new Error('runs that have ended have proofs');
  const log = await takeInHand(database.database.url, filled.workspace);
  try {
    const on = { log, record, notes, tally };
    progress(`${log.size} entries: tampering with columns`);
    await tryStored('columns', await columnEdits(log, Math.ceil(4 * scale)), on);
    progress(`${tally.cases} cases: tampering with rows`);
    await tryStored('rows', rowEdits(log), on);
    progress(`${tally.cases} cases: tampering with the export`);
    await tryExport(on);
    await tryLostWitness(on);
    progress(`${tally.cases} cases: tampering with proofs`);
    tryProof('proof bytes', shortest, tally, true);
    tryProof('proof fields', asked, tally, false);
    tryProof('erased proof fields', erased, tally, false);
    return await limitsOf({ ...on, earlier, proof: asked });
  } finally {
    await log.close();
  }
}

/** A log of a few thousand entries, rewritten by a thief who knows everything but the key. */
async function wholeLog(
  database: ProofDatabase,
  tally: Tally,
  { progress, scale }: Ask,
): Promise<readonly string[]> {
  const { filled, record, witness } = await filledLog(database, Math.ceil(200 * scale));
  tally.count('path', 'the long log was filled without problems', filled.problems[0] ?? null);
  const log = await takeInHand(database.database.url, filled.workspace);
  try {
    progress(`${log.size} entries: a thief rewrites them`);
    const on = { log, record, notes: witness.remembered(), tally };
    await tryStored('thief', thiefCases(await log.entries()), on);
    return [`The logs were written by runs on Postgres; the longer one has ${log.size} entries.`];
  } finally {
    await log.close();
  }
}

async function filledLog({ open }: ProofDatabase, runs: number) {
  const record = await open();
  const { witness, signer } = settableSigner();
  const ledger = createLedger({ store: record.log, signer });
  const filled: FilledLog = await fillLog(record, ledger, runs);
  const earlier = new Map([[filled.workspace, filled.earlierNote]]);
  return { filled, record, witness, ledger, earlier };
}
