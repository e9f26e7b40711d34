import type { Commit, EntryInput } from '@countersign/contract';
import type { PreparedErasure } from '../commit/evidence.ts';
import { recordFault } from '../errors.ts';
import type { EntryRow } from '../rows.ts';
import type { LogStore, LogView } from './port.ts';
import { allRowsOf } from './run-proof.ts';

/** What is to be erased: the content of one entry, or of all of a run's with what its row and questions repeat of it. */
export type ErasureTarget = { readonly index: number } | { readonly run: string };

/** Indexes that one `payload.erased` entry names; a leaf is at most 64 KiB. */
const PER_ENTRY = 2_000;

/**
 * Takes content away for ever and appends that it was done. Leaves and tree stay as they are, so every proof
 * stays valid.
 *
 * @returns how many payloads went.
 * @throws faults `LEDGER_RUN_ACTIVE`, `LEDGER_NOTHING_TO_ERASE`.
 */
export async function erasePayload(
  store: LogStore,
  workspace: string,
  target: ErasureTarget,
  by: string,
): Promise<number> {
  const { run, erasure } = await store.read(workspace, (view) => erasureOf(view, target));
  const { indexes } = erasure;
  if (indexes.length === 0) throw recordFault('LEDGER_NOTHING_TO_ERASE');
  const entries: EntryInput[] = [];
  for (let at = 0; at < indexes.length; at += PER_ENTRY) {
    const ref = { by, entries: indexes.slice(at, at + PER_ENTRY) };
    entries.push({ kind: 'payload.erased', run, call: null, ref, payload: null });
  }
  const commit: Commit = { workspace, entries };
  await store.erase(commit, erasure);
  return indexes.length;
}

async function erasureOf(
  view: LogView,
  target: ErasureTarget,
): Promise<{ run: string | null; erasure: PreparedErasure }> {
  if ('index' in target) {
    const [row] = await view.rows(target.index, 1);
    const indexes = row?.index === target.index && hasContent(row) ? [row.index] : [];
    return { run: row?.run ?? null, erasure: { indexes, run: null } };
  }
  const { run } = target;
  const indexes = (await allRowsOf(view, run)).filter(hasContent).map(({ index }) => index);
  return { run, erasure: { indexes, run } };
}

function hasContent({ payload }: EntryRow): boolean {
  return payload !== null;
}
