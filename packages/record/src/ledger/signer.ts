import type { Checkpoint, CheckpointSigner, Sha256 } from '@countersign/contract';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { recordFault } from '../errors.ts';
import { createTurns } from '../turns.ts';
import {
  checkpointText,
  type NoteKey,
  openCheckpoint,
  originOf,
  signNote,
  verifierKeyText,
  verifyConsistency,
} from '../verify/index.ts';

/**
 * Remembers the last checkpoint of each workspace, outside the database: who holds both could shorten a log
 * unseen. `store` resolves once the note would outlive a power cut.
 */
export interface WitnessStorage {
  load(workspace: string): Promise<string | null>;
  store(workspace: string, note: string): Promise<void>;
}

/**
 * Signs checkpoints, each only if it extends the one before (C2SP tlog-checkpoint: a log must not sign two
 * that are inconsistent). One key signs for all workspaces, under a name for each.
 *
 * @param seed the Ed25519 private key (RFC 8032), 32 bytes.
 */
export function checkpointSigner(seed: Uint8Array, storage: WitnessStorage): CheckpointSigner {
  const publicKey = ed25519.getPublicKey(seed);
  // Two heads that extend the same one need not extend each other.
  const inTurn = createTurns();

  function keyOf(workspace: string): NoteKey {
    if (!/^[^\s+]{1,200}$/.test(workspace)) {
      throw recordFault('RECORD_NAME_INVALID', {
        message: 'The id of a workspace whose log is signed has no spaces or plus signs.',
      });
    }
    return { name: originOf(workspace), publicKey };
  }

  async function lastOf(workspace: string): Promise<Checkpoint | null> {
    const key = keyOf(workspace);
    const note = await storage.load(workspace);
    if (note === null) return null;
    const checkpoint = openCheckpoint(note, key);
    if (checkpoint === null)
      throw recordFault('LEDGER_WITNESS_INVALID', { details: { workspace } });
    return checkpoint;
  }

  return {
    verifierKey: async (workspace) => verifierKeyText(keyOf(workspace)),
    lastSize: async (workspace) => (await lastOf(workspace))?.size ?? 0,
    sign: (workspace, head, proof) =>
      inTurn(async () => {
        const key = keyOf(workspace);
        const last = await lastOf(workspace);
        if (proof.from !== (last?.size ?? 0)) {
          throw recordFault('LEDGER_PROOF_STALE', { details: { signed: last?.size ?? 0 } });
        }
        if (last !== null && isSame(last, head)) return last.note;
        if (!extendsLast(last, head, proof.hashes)) {
          throw recordFault('LEDGER_ROLLED_BACK', {
            details: { workspace, size: head.size, signed: last?.size ?? 0 },
          });
        }
        const note = signNote(checkpointText(key.name, head.size, head.root), key.name, seed);
        await storage.store(workspace, note);
        return note;
      }),
  };
}

/** A witness that forgets when the process ends: for tests, and for trying things out. */
export function memoryWitness(): WitnessStorage {
  const notes = new Map<string, string>();
  return {
    load: async (workspace) => notes.get(workspace) ?? null,
    store: async (workspace, note) => {
      notes.set(workspace, note);
    },
  };
}

interface Head {
  readonly size: number;
  readonly root: Sha256;
}

function isSame(last: Head, head: Head): boolean {
  return last.size === head.size && last.root === head.root;
}

/** The head and the proof come from a process that may have been taken over. */
function extendsLast(last: Head | null, head: Head, hashes: readonly Sha256[]): boolean {
  const bytes = [head.root, ...hashes].map(parseHash);
  const [root, ...proof] = bytes.flatMap((one) => (one === null ? [] : [one]));
  if (root === undefined || proof.length !== hashes.length) return false;
  if (!Number.isSafeInteger(head.size) || head.size < 0) return false;
  if (last === null || last.size === 0) return true;
  const oldRoot = hexToBytes(last.root);
  return verifyConsistency({ from: last.size, size: head.size, oldRoot, root, proof });
}

function parseHash(hex: Sha256): Uint8Array | null {
  return /^[0-9a-f]{64}$/.test(hex) ? hexToBytes(hex) : null;
}
