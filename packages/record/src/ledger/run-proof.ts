import type { CheckpointSigner, RunProof } from '@countersign/contract';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type EntryRow, entryOf } from '../rows.ts';
import { createProver } from '../verify/index.ts';
import { makeCheckpoint, signedBy, unlessLost } from './make-checkpoint.ts';
import type { LogStore, LogView } from './port.ts';

const PAGE = 500;

/**
 * Everything that is needed to check a run without us: its entries, their places in a signed log, and the
 * key. Null for a run that has no entries.
 *
 * @throws fault `LEDGER_ROLLED_BACK` where the log cannot be signed.
 */
export async function runProof(
  powers: { readonly store: LogStore; readonly signer: CheckpointSigner },
  workspace: string,
  run: string,
): Promise<RunProof | null> {
  const { store, signer } = powers;
  const found = await store.read(workspace, async (view) => ({
    rows: await allRowsOf(view, run),
    latest: await view.latestCheckpoint(),
  }));
  const last = found.rows.at(-1);
  if (last === undefined) return null;
  const verifierKey = await signer.verifierKey(workspace);
  // A signature that covers the run already is as good as a new one.
  const latest = found.latest && signedBy(found.latest.note, verifierKey);
  const covers = latest !== null && latest.size > last.index;
  const checkpoint = covers ? latest : await makeCheckpoint(powers, workspace);
  const entries = await store.read(workspace, async (view) => {
    const prover = createProver((level, from, to) => view.hashes(level, from, to), checkpoint.size);
    return Promise.all(
      found.rows.map(async (row) => {
        const inclusion = await unlessLost(prover.inclusion(row.index));
        return { ...entryOf(row), inclusion: inclusion.map((hash) => bytesToHex(hash)) };
      }),
    );
  });
  return {
    format: 'countersign-proof-v1',
    run,
    checkpoint: checkpoint.note,
    verifierKey,
    entries,
  };
}

/** All entries of a run, oldest first. */
export async function allRowsOf(view: LogView, run: string): Promise<readonly EntryRow[]> {
  const rows: EntryRow[] = [];
  for (;;) {
    const page = await view.rowsOfRun(run, (rows.at(-1)?.index ?? -1) + 1, PAGE);
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}
