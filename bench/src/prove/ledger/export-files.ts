import { checkpointSigner, type Ledger, memoryWitness } from '@countersign/record';
import {
  appended,
  bundleBytes,
  bundlesOf,
  checkpointText,
  EMPTY_FRONTIER,
  EXPORT_FILES,
  type ExportReader,
  leafHash,
  originOf,
  payloadLine,
  rootOfFrontier,
  signNote,
  TILE_WIDTH,
  tileBytes,
  tilePath,
  tilesOf,
} from '@countersign/record/verify';
import type { StoredEntry } from './stored-log.ts';
import { OWN_SEED } from './thief.ts';

/** The files of an export by path. */
export type ExportFiles = ReadonlyMap<string, Uint8Array>;

/** An export in memory. */
export async function exportOf(ledger: Ledger, workspace: string): Promise<ExportFiles> {
  const pieces = new Map<string, Uint8Array[]>();
  for await (const { path, bytes } of ledger.export(workspace)) {
    pieces.set(path, [...(pieces.get(path) ?? []), bytes]);
  }
  return new Map([...pieces].map(([path, parts]) => [path, new Uint8Array(Buffer.concat(parts))]));
}

/** Reads files that are in memory. */
export function readerOf(files: ExportFiles): ExportReader {
  return {
    read: async (path) => files.get(path) ?? null,
    async *lines(path) {
      const bytes = files.get(path);
      if (bytes) yield* new TextDecoder().decode(bytes).split('\n');
    },
  };
}

/** Export files as we would have written them of another history, signed with a thief's own key. */
export async function filesOf(
  history: readonly StoredEntry[],
  workspace: string,
): Promise<ExportFiles> {
  const text = new TextEncoder();
  const leaves = history.map(({ leaf }) => text.encode(leaf));
  const levels = new Map<number, Uint8Array[]>();
  let frontier = EMPTY_FRONTIER;
  for (const leaf of leaves) {
    frontier = appended(frontier, leafHash(leaf), (level, _index, hash) => {
      if (level % 8 === 0) levels.set(level / 8, [...(levels.get(level / 8) ?? []), hash]);
    });
  }
  const root = Buffer.from(rootOfFrontier(frontier) ?? []).toString('hex');
  const cut = <T>(all: readonly T[], { number, width }: { number: number; width: number }) =>
    all.slice(number * TILE_WIDTH, number * TILE_WIDTH + width);
  const lines = history.map(({ salt, payload }, index) =>
    salt && payload
      ? `${payloadLine(index, { salt: Buffer.from(salt).toString('hex'), payload })}\n`
      : '',
  );
  const origin = originOf(workspace);
  const head = checkpointText(origin, history.length, root);
  const key = await checkpointSigner(OWN_SEED, memoryWitness()).verifierKey(workspace);
  return new Map([
    ...[...bundlesOf(history.length)].map(
      (bundle) => [tilePath(bundle), bundleBytes(cut(leaves, bundle))] as const,
    ),
    ...[...tilesOf(history.length)].map(
      (tile) => [tilePath(tile), tileBytes(cut(levels.get(tile.level) ?? [], tile))] as const,
    ),
    [EXPORT_FILES.payloads, text.encode(lines.join(''))],
    [EXPORT_FILES.checkpoint, text.encode(signNote(head, origin, OWN_SEED))],
    [EXPORT_FILES.key, text.encode(`${key}\n`)],
  ]);
}
