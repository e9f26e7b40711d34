import type { Checkpoint } from '@countersign/contract';
import { hexToBytes } from '@noble/hashes/utils.js';
import { openCheckpoint, workspaceOfOrigin } from './checkpoint.ts';
import { type ExportedPayloads, readPayloads } from './export-payloads.ts';
import { createFindings, type Finding, type Findings } from './findings.ts';
import { createLogCheck, type LogCheck } from './log-check.ts';
import { type Hash, sameBytes } from './merkle.ts';
import { type NoteKey, parseVerifierKey } from './note.ts';
import { createSignedRoots, type SignedRoots } from './signed-roots.ts';
import {
  bundlesOf,
  entriesOfBundle,
  TILE_HEIGHT,
  TILE_WIDTH,
  tileBytes,
  tilePath,
  tilesOf,
} from './tiles.ts';

/** Reads the files of an export. Paths are relative, with slashes. */
export interface ExportReader {
  /** A file's bytes, or null where it is not there. */
  read(path: string): Promise<Uint8Array | null>;
  /** A file's lines without their ends; none where it is not there. */
  lines(path: string): AsyncIterable<string>;
}

/** Files of an export besides the tiles (C2SP tlog-tiles): the verifier key, and the payloads as `{index,salt,payload}` lines. */
export const EXPORT_FILES = {
  checkpoint: 'checkpoint',
  key: 'key',
  payloads: 'payloads.ndjson',
} as const;

/** What a check of an export came to. No findings: all of it holds, given that the key is the log's. */
export interface ExportReport {
  readonly findings: readonly Finding[];
  /** The log's name, `countersign/<workspace>`, and size; null where no signature holds. */
  readonly origin: string | null;
  readonly size: number | null;
  /** Entries whose content was erased. */
  readonly erased: number;
  /** Whether the caller trusts the key; otherwise the export vouches for itself, and only an accident is found. */
  readonly keyTrusted: boolean;
}

export interface ExportTrust {
  /** Verifier key text that the caller got by another way, or null. */
  readonly trustedKey: string | null;
  /** Checkpoints that the caller got before the export was made, such as a witness's: the log must extend each. */
  readonly checkpoints?: readonly string[];
}

/**
 * Checks an export without us: the signature of its head, every leaf, payload and tile, the root that the
 * leaves give, and that no effect came before its intent.
 */
export async function verifyExport(
  reader: ExportReader,
  trust: ExportTrust,
): Promise<ExportReport> {
  const findings = createFindings();
  const keyTrusted = trust.trustedKey !== null;
  const opened = await openExport(reader, trust, findings);
  if (opened === null) {
    return { findings: findings.list, origin: null, size: null, erased: 0, keyTrusted };
  }
  const { origin, size, root } = opened.checkpoint;
  const roots = createSignedRoots(findings);
  roots.add(size, hexToBytes(root));
  for (const note of trust.checkpoints ?? []) {
    const known = openCheckpoint(note, opened.key);
    if (known) roots.add(known.size, hexToBytes(known.root));
    else findings.add('CHECKPOINT_UNSIGNED');
  }
  const nodes = new Map<string, Hash>();
  const check = createLogCheck(workspaceOfOrigin(origin), findings, (level, index, hash) => {
    if (level % TILE_HEIGHT === 0) nodes.set(`${level / TILE_HEIGHT}/${index}`, hash);
  });
  const payloads = readPayloads(reader.lines(EXPORT_FILES.payloads), findings);
  await checkEntries(reader, size, { check, roots, payloads, findings });
  check.finish();
  roots.finish(check.frontier.size);
  await checkUpperTiles(reader, size, nodes, findings);
  return { findings: findings.list, origin, size, erased: check.erased, keyTrusted };
}

/** The key and the checkpoint it signed, or null: without them nothing of an export may be believed. */
async function openExport(
  reader: ExportReader,
  { trustedKey }: ExportTrust,
  findings: Findings,
): Promise<{ key: NoteKey; checkpoint: Checkpoint } | null> {
  const named = await readText(reader, EXPORT_FILES.key, findings);
  const note = await readText(reader, EXPORT_FILES.checkpoint, findings);
  if (trustedKey !== null && named !== null && named !== `${trustedKey.trim()}\n`) {
    findings.add('KEY_OTHER');
  }
  const text = trustedKey ?? named;
  const key = text === null ? null : parseVerifierKey(text);
  if (text !== null && key === null) findings.add('KEY_UNREADABLE');
  if (key === null || note === null) return null;
  const checkpoint = openCheckpoint(note, key);
  if (checkpoint === null) findings.add('CHECKPOINT_UNSIGNED');
  return checkpoint && { key, checkpoint };
}

async function checkEntries(
  reader: ExportReader,
  size: number,
  on: { check: LogCheck; roots: SignedRoots; payloads: ExportedPayloads; findings: Findings },
): Promise<void> {
  const { check, roots, payloads, findings } = on;
  roots.reached(check.frontier);
  for (const bundle of bundlesOf(size)) {
    const bytes = await readFile(reader, tilePath(bundle), findings);
    const entries = bytes && entriesOfBundle(bytes);
    if (bytes && !entries) findings.add('FILE_UNREADABLE', null, tilePath(bundle));
    const hashes: Hash[] = [];
    for (const [at, entry] of (entries ?? []).entries()) {
      const index = bundle.number * TILE_WIDTH + at;
      const { salt = null, payload = null } = (await payloads.of(index)) ?? {};
      // What is not UTF-8, or has a byte order mark, becomes a text that we did not write.
      const leaf = new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry);
      hashes.push(check.entry({ index, leaf, salt, payload }));
      roots.reached(check.frontier);
    }
    if (hashes.length < bundle.width) findings.add('ENTRY_MISSING', check.frontier.size);
    if (hashes.length > bundle.width) findings.add('ENTRY_SURPLUS', check.frontier.size - 1);
    await checkTile(reader, tilePath({ ...bundle, level: 0 }), hashes, findings);
  }
  await payloads.finish();
}

async function checkUpperTiles(
  reader: ExportReader,
  size: number,
  nodes: ReadonlyMap<string, Hash>,
  findings: Findings,
): Promise<void> {
  for (const tile of tilesOf(size)) {
    if (tile.level === 0) continue;
    const first = tile.number * TILE_WIDTH;
    const hashes = Array.from({ length: tile.width }, (_, at) =>
      nodes.get(`${tile.level}/${first + at}`),
    );
    await checkTile(
      reader,
      tilePath(tile),
      hashes.flatMap((hash) => hash ?? []),
      findings,
    );
  }
}

async function checkTile(
  reader: ExportReader,
  path: string,
  hashes: readonly Hash[],
  findings: Findings,
): Promise<void> {
  const bytes = await readFile(reader, path, findings);
  if (bytes && !sameBytes(bytes, tileBytes(hashes))) findings.add('NODE_CHANGED', null, path);
}

async function readText(
  reader: ExportReader,
  path: string,
  findings: Findings,
): Promise<string | null> {
  const bytes = await readFile(reader, path, findings);
  return bytes && new TextDecoder().decode(bytes);
}

async function readFile(
  reader: ExportReader,
  path: string,
  findings: Findings,
): Promise<Uint8Array | null> {
  const bytes = await reader.read(path);
  if (bytes === null) findings.add('FILE_MISSING', null, path);
  return bytes;
}
