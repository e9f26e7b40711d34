import { type Checkpoint, type CheckpointSigner, Fault, type Sha256 } from '@countersign/contract';
import { bytesToHex } from '@noble/hashes/utils.js';
import { recordFault } from '../errors.ts';
import { createProver, openCheckpoint, parseVerifierKey, rootOfFrontier } from '../verify/index.ts';
import type { LogStore, LogView } from './port.ts';

/** Tries where others sign at the same time. */
const TRIES = 5;

/**
 * Has the log's head signed, as an extension of what was signed last, and keeps the checkpoint.
 *
 * @throws faults `LEDGER_ROLLED_BACK` where the log is no such extension, `LEDGER_SIGNATURE_INVALID` where what came
 * back is not the signature that was asked for.
 */
export async function makeCheckpoint(
  { store, signer }: { readonly store: LogStore; readonly signer: CheckpointSigner },
  workspace: string,
): Promise<Checkpoint> {
  for (let attempt = 1; ; attempt++) {
    try {
      const from = await signer.lastSize(workspace);
      const { head, hashes } = await store.read(workspace, (view) => proofOfHead(view, from));
      const note = await signer.sign(workspace, head, { from, hashes });
      const checkpoint = signedBy(note, await signer.verifierKey(workspace));
      if (checkpoint === null || !isOf(checkpoint, head)) {
        throw recordFault('LEDGER_SIGNATURE_INVALID', { details: { workspace, size: head.size } });
      }
      await store.saveCheckpoint(workspace, checkpoint);
      return checkpoint;
    } catch (thrown) {
      if (!Fault.is(thrown) || thrown.code !== 'LEDGER_PROOF_STALE' || attempt >= TRIES)
        throw thrown;
    }
  }
}

/** The checkpoint of a note that a key (C2SP verifier key text) has signed, or null. */
export function signedBy(note: string, verifierKey: string): Checkpoint | null {
  const key = parseVerifierKey(verifierKey);
  return key && openCheckpoint(note, key);
}

function isOf(checkpoint: Checkpoint, head: { size: number; root: Sha256 }): boolean {
  return checkpoint.size === head.size && checkpoint.root === head.root;
}

async function proofOfHead(view: LogView, from: number) {
  const frontier = await view.head();
  const { size } = frontier;
  const root = rootOfFrontier(frontier);
  if (root === null || size < from) {
    throw recordFault('LEDGER_ROLLED_BACK', { details: { size, signed: from } });
  }
  const prover = createProver((level, start, end) => view.hashes(level, start, end), size);
  const hashes = from === 0 ? [] : await unlessLost(prover.consistency(from));
  return { head: { size, root: bytesToHex(root) }, hashes: hashes.map((hash) => bytesToHex(hash)) };
}

/** A proof, or the fault that says that hashes of the log are gone which were there when it was signed. */
export async function unlessLost<T>(proof: Promise<T>): Promise<T> {
  try {
    return await proof;
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw recordFault('LEDGER_ROLLED_BACK', { cause: thrown });
  }
}
