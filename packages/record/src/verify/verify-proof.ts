import { canonical, type Json, leafText, type RunProof } from '@countersign/contract';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createCallOrder } from './call-order.ts';
import { openCheckpoint, originOf } from './checkpoint.ts';
import { createFindings, type Finding, type Findings } from './findings.ts';
import { checkPayload, erasedBy, readLeaf } from './log-check.ts';
import { leafHash } from './merkle.ts';
import { parseVerifierKey } from './note.ts';
import { verifyInclusion } from './subtree.ts';

/** What a check of a proof came to. No findings: all of it holds, given that the key is the log's. */
export interface ProofReport {
  readonly findings: readonly Finding[];
  /** Size of the signed log, or null where no signature holds. */
  readonly size: number | null;
  /** Entries that were checked. */
  readonly entries: number;
  /** Entries whose content was erased: that they were recorded is proved, what they said is not. */
  readonly erased: number;
  /** Whether the caller trusts the key; otherwise the proof vouches for itself, and only an accident is found. */
  readonly keyTrusted: boolean;
}

/**
 * Checks a run's proof without us: each leaf's hash, each payload's salted hash, each inclusion proof, the
 * signature of the tree's head, and that no effect came before its intent. It cannot tell whether an entry of the run was left out.
 *
 * @param trustedKey verifier key text that the caller got by another way, or null.
 */
export function verifyProof(proof: RunProof, trustedKey: string | null): ProofReport {
  const findings = createFindings();
  const report = { size: null, entries: 0, erased: 0, keyTrusted: trustedKey !== null };
  if (!isReadable(proof)) {
    findings.add('PROOF_UNREADABLE');
    return { ...report, findings: findings.list };
  }
  if (trustedKey !== null && trustedKey.trim() !== proof.verifierKey.trim())
    findings.add('KEY_OTHER');
  const key = parseVerifierKey(trustedKey ?? proof.verifierKey);
  if (key === null) findings.add('KEY_UNREADABLE');
  const checkpoint = key && openCheckpoint(proof.checkpoint, key);
  if (key && !checkpoint) findings.add('CHECKPOINT_UNSIGNED');
  if (proof.entries.length === 0) findings.add('PROOF_EMPTY');
  const head = checkpoint && { size: checkpoint.size, root: hexToBytes(checkpoint.root) };
  const order = createCallOrder(findings);
  const missing = new Set<number>();
  let last = -1;
  for (const entry of proof.entries) {
    if (entry.index <= last) findings.add('ENTRY_SURPLUS', entry.index);
    last = entry.index;
    checkEntry(proof, entry, key?.name ?? null, head, findings);
    const payload = checkPayload(
      entry.leaf,
      { ...entry, payload: payloadText(entry.payload) },
      findings,
    );
    order.entry(entry.index, entry.leaf, payload);
    const gone = entry.leaf.payload !== null && entry.payload === null;
    if (gone !== entry.erased) findings.add('ERASURE_CHANGED', entry.index);
    if (gone) missing.add(entry.index);
    for (const erased of erasedBy(entry.leaf)) missing.delete(erased);
  }
  for (const index of missing) findings.add('PAYLOAD_MISSING', index);
  return {
    findings: findings.list,
    size: head?.size ?? null,
    entries: proof.entries.length,
    erased: proof.entries.filter(({ erased }) => erased).length,
    keyTrusted: trustedKey !== null,
  };
}

function checkEntry(
  proof: RunProof,
  entry: RunProof['entries'][number],
  origin: string | null,
  head: { readonly size: number; readonly root: Uint8Array } | null,
  findings: Findings,
): void {
  const { index, leaf } = entry;
  if (origin !== null && originOf(leaf.workspace) !== origin) findings.add('LEAF_FOREIGN', index);
  if (leaf.run !== proof.run) findings.add('PROOF_FOREIGN', index);
  const hash = leafHash(utf8ToBytes(leafText(leaf)));
  if (bytesToHex(hash) !== entry.leafHash) findings.add('LEAF_CHANGED', index);
  if (head === null) return;
  const path = entry.inclusion.map(parseHash);
  const known = path.flatMap((one) => (one === null ? [] : [one]));
  const holds =
    known.length === path.length &&
    verifyInclusion({ index, size: head.size, leafHash: hash, root: head.root, proof: known });
  if (!holds) findings.add('INCLUSION_WRONG', index);
}

/** A proof comes from outside: whether it has the parts that the checks rely on. */
function isReadable(proof: RunProof): boolean {
  try {
    return (
      proof.format === 'countersign-proof-v1' &&
      [proof.run, proof.checkpoint, proof.verifierKey].every((text) => typeof text === 'string') &&
      proof.entries.every(
        (entry) =>
          Number.isSafeInteger(entry.index) &&
          typeof entry.leafHash === 'string' &&
          Array.isArray(entry.inclusion) &&
          typeof entry.erased === 'boolean' &&
          (entry.salt === null || typeof entry.salt === 'string') &&
          entry.payload !== undefined &&
          readLeaf(leafText(entry.leaf)) !== null &&
          payloadText(entry.payload) !== undefined,
      )
    );
  } catch {
    // Something that is not even of the right shape throws in one way or another.
    return false;
  }
}

/** Null stands for a payload that is not there: an entry with none, or one that was erased. */
function payloadText(payload: Json): string | null {
  return payload === null ? null : canonical(payload);
}

function parseHash(hex: unknown): Uint8Array | null {
  return typeof hex === 'string' && /^[0-9a-f]{64}$/.test(hex) ? hexToBytes(hex) : null;
}
