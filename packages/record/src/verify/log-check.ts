import { isJsonObject, type Json, type LogLeaf, leafSchema, leafText } from '@countersign/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createCallOrder } from './call-order.ts';
import type { Findings } from './findings.ts';
import { appended, EMPTY_FRONTIER, type Frontier } from './frontier.ts';
import { type Hash, leafHash, sameBytes } from './merkle.ts';

/** An entry as it was found, before anything of it is believed. */
export interface FoundEntry {
  readonly index: number;
  /** The leaf's text. */
  readonly leaf: string;
  /** The hash that was stored with it; undefined where none is. */
  readonly leafHash?: Hash;
  /** The run it was filed under; undefined where it was not filed. */
  readonly run?: string | null;
  /** In hex. */
  readonly salt: string | null;
  /** Canonical JSON. */
  readonly payload: string | null;
}

/** Checks a whole log, entry by entry from the first. */
export interface LogCheck {
  /** Takes the next entry, and gives its leaf's hash. Its findings are about itself and its place. */
  entry(found: FoundEntry): Hash;
  /** What the entries so far give. */
  readonly frontier: Frontier;
  /** Payloads that are gone and of which no entry so far says that they were erased. */
  readonly missing: ReadonlySet<number>;
  /** Entries whose payload is gone. */
  readonly erased: number;
  /** Says what only the end of the log can tell. */
  finish(): void;
}

/** @param onNode told of each full subtree as it fills up. */
export function createLogCheck(
  workspace: string,
  findings: Findings,
  onNode?: (level: number, index: number, hash: Hash) => void,
): LogCheck {
  const order = createCallOrder(findings);
  const missing = new Set<number>();
  let erased = 0;
  let frontier = EMPTY_FRONTIER;
  return {
    get frontier() {
      return frontier;
    },
    missing,
    get erased() {
      return erased;
    },
    entry: (found) => {
      const { index } = found;
      if (index > frontier.size) findings.add('ENTRY_MISSING', frontier.size);
      if (index < frontier.size) findings.add('ENTRY_SURPLUS', index);
      const hash = leafHash(utf8ToBytes(found.leaf));
      if (found.leafHash && !sameBytes(hash, found.leafHash)) findings.add('LEAF_CHANGED', index);
      frontier = appended(frontier, hash, onNode);
      const leaf = readLeaf(found.leaf);
      if (leaf === null) {
        findings.add('LEAF_UNREADABLE', index);
        return hash;
      }
      if (leaf.workspace !== workspace) findings.add('LEAF_FOREIGN', index);
      if (found.run !== undefined && found.run !== leaf.run) findings.add('RUN_CHANGED', index);
      const payload = checkPayload(leaf, found, findings);
      if (leaf.payload !== null && found.payload === null) {
        missing.add(index);
        erased += 1;
      }
      for (const gone of erasedBy(leaf)) missing.delete(gone);
      order.entry(index, leaf, payload);
      return hash;
    },
    finish: () => {
      for (const index of missing) findings.add('PAYLOAD_MISSING', index);
    },
  };
}

/** The leaf of a text that we have written, or null. */
export function readLeaf(text: string): LogLeaf | null {
  const parsed = leafSchema.safeParse(parseJson(text));
  return parsed.success && leafText(parsed.data) === text ? parsed.data : null;
}

/**
 * Checks a payload against the salted hash in its leaf.
 *
 * @returns reads the payload; null where there is none that may be believed.
 */
export function checkPayload(
  leaf: LogLeaf,
  { index, salt, payload }: Pick<FoundEntry, 'index' | 'salt' | 'payload'>,
  findings: Findings,
): () => Json | null {
  if (payload === null) {
    if (salt !== null) findings.add('PAYLOAD_SURPLUS', index);
    return () => null;
  }
  if (leaf.payload === null) {
    findings.add('PAYLOAD_SURPLUS', index);
    return () => null;
  }
  if (salt === null || !/^[0-9a-f]{32}$/.test(salt) || saltedHash(salt, payload) !== leaf.payload) {
    findings.add('PAYLOAD_CHANGED', index);
    return () => null;
  }
  return () => parseJson(payload);
}

/** The value of a JSON text; null where it is none. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Indexes of the entries of which a leaf says that their content was erased. */
export function erasedBy(leaf: LogLeaf): readonly number[] {
  const entries =
    leaf.kind === 'payload.erased' && isJsonObject(leaf.ref) ? leaf.ref['entries'] : [];
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'number') : [];
}

function saltedHash(salt: string, payload: string): string {
  return bytesToHex(sha256(concatBytes(hexToBytes(salt), utf8ToBytes(payload))));
}
