import type { Checkpoint, CheckpointSigner, RunProof } from '@countersign/contract';
import { type AuditReport, auditStored } from './audit.ts';
import { type ErasureTarget, erasePayload } from './erase.ts';
import { type ExportPiece, exportLog } from './export-log.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import type { LogStore } from './port.ts';
import { runProof } from './run-proof.ts';

/** What may be asked of the log besides reading and appending. All of one workspace. */
export interface Ledger {
  /** Has the head signed. @throws fault `LEDGER_ROLLED_BACK`. */
  checkpoint(workspace: string): Promise<Checkpoint>;
  /** The key that signs, as C2SP verifier key text. */
  verifierKey(workspace: string): Promise<string>;
  /** A run's proof, or null for a run that has no entries. @throws fault `LEDGER_ROLLED_BACK`. */
  runProof(workspace: string, run: string): Promise<RunProof | null>;
  /** The whole log as files; pieces of a path are to be appended. @throws fault `LEDGER_ROLLED_BACK`. */
  export(workspace: string): AsyncIterable<ExportPiece>;
  /** Takes content away; gives how many payloads. @throws faults `LEDGER_RUN_ACTIVE`, `LEDGER_NOTHING_TO_ERASE`. */
  erase(workspace: string, target: ErasureTarget, by: string): Promise<number>;
  /** Checks the log as it is stored. */
  audit(workspace: string): Promise<AuditReport>;
}

/** The ledger over a store's log and whoever signs. */
export function createLedger(powers: {
  readonly store: LogStore;
  readonly signer: CheckpointSigner;
}): Ledger {
  const { store, signer } = powers;
  return {
    checkpoint: (workspace) => makeCheckpoint(powers, workspace),
    verifierKey: (workspace) => signer.verifierKey(workspace),
    runProof: (workspace, run) => runProof(powers, workspace, run),
    export: (workspace) => exportLog(powers, workspace),
    erase: (workspace, target, by) => erasePayload(store, workspace, target, by),
    audit: (workspace) => auditStored(powers, workspace),
  };
}
