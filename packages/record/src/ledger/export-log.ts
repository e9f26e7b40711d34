import type { Checkpoint, CheckpointSigner } from '@countersign/contract';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type EntryRow, hex, parsed } from '../rows.ts';
import {
  bundleBytes,
  EXPORT_FILES,
  payloadLine,
  TILE_WIDTH,
  tileBytes,
  tilePath,
  tilesOf,
} from '../verify/index.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import type { LogStore } from './port.ts';

/** Bytes of one file of an export. Pieces of a file follow each other; `payloads.ndjson` comes in several, among the others. */
export interface ExportPiece {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Payload text that is gathered before it is given away. */
const PIECE = 1024 * 1024;

/**
 * A workspace's whole log as files that `verifyExport` checks without us: C2SP tiles and entry bundles, the
 * signed checkpoint, the key, and the payloads beside them. The pieces of a path are to be appended.
 *
 * @throws fault `LEDGER_ROLLED_BACK` where the log cannot be signed.
 */
export async function* exportLog(
  powers: { readonly store: LogStore; readonly signer: CheckpointSigner },
  workspace: string,
): AsyncGenerator<ExportPiece> {
  const { store, signer } = powers;
  let checkpoint = await makeCheckpoint(powers, workspace);
  const gone = new Set<number>();
  let bundle: Uint8Array[] = [];
  let lines = '';
  let at = 0;
  yield { path: EXPORT_FILES.payloads, bytes: new Uint8Array() };
  while (at < checkpoint.size) {
    const limit = Math.min(TILE_WIDTH - bundle.length, checkpoint.size - at);
    const rows = await store.read(workspace, (view) => view.rows(at, limit));
    for (const row of rows) {
      bundle.push(utf8ToBytes(row.leaf));
      lines += lineOf(row);
      noteErasures(row, gone);
    }
    at += limit;
    if (bundle.length === TILE_WIDTH) {
      yield bundlePiece(at, bundle);
      bundle = [];
    }
    if (lines.length > PIECE || at === checkpoint.size) {
      yield { path: EXPORT_FILES.payloads, bytes: utf8ToBytes(lines) };
      lines = '';
    }
    // A payload that was erased while we read is explained by an entry after the head that was signed.
    if (at === checkpoint.size && gone.size > 0)
      checkpoint = await makeCheckpoint(powers, workspace);
  }
  if (bundle.length > 0) yield bundlePiece(at, bundle);
  yield* hashTiles(store, workspace, checkpoint);
  yield { path: EXPORT_FILES.key, bytes: utf8ToBytes(`${await signer.verifierKey(workspace)}\n`) };
  yield { path: EXPORT_FILES.checkpoint, bytes: utf8ToBytes(checkpoint.note) };
}

async function* hashTiles(
  store: LogStore,
  workspace: string,
  { size }: Checkpoint,
): AsyncGenerator<ExportPiece> {
  for (const tile of tilesOf(size)) {
    const from = tile.number * TILE_WIDTH;
    const hashes = await store.read(workspace, (view) =>
      view.hashes(tile.level, from, from + tile.width),
    );
    yield { path: tilePath(tile), bytes: tileBytes(hashes) };
  }
}

function bundlePiece(end: number, entries: readonly Uint8Array[]): ExportPiece {
  const number = Math.floor((end - 1) / TILE_WIDTH);
  const path = tilePath({ level: 'entries', number, width: entries.length });
  return { path, bytes: bundleBytes(entries) };
}

function lineOf({ index, salt, payload }: EntryRow): string {
  return salt === null || payload === null
    ? ''
    : `${payloadLine(index, { salt: hex(salt), payload })}\n`;
}

function noteErasures(row: EntryRow, gone: Set<number>): void {
  if (row.erased) gone.add(row.index);
  if (!row.leaf.includes('"payload.erased"')) return;
  const { kind, ref } = parsed<{ kind: string; ref: { entries?: readonly number[] } }>(row.leaf);
  if (kind === 'payload.erased') for (const index of ref.entries ?? []) gone.delete(index);
}
