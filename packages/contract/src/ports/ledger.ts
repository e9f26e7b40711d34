import type { Sha256 } from '../digest.ts';
import type { Entry } from '../entry.ts';

/** A signed tree head (C2SP signed-note checkpoint text: origin, size, base64 root, blank line, signatures). */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Sha256;
  /** The whole signed note. */
  readonly note: string;
}

/** Signs tree heads, and refuses one that is not an extension of what it signed before. Lives in the broker. */
export interface CheckpointSigner {
  /** Public key as C2SP verifier key text (`name+hash+base64`). */
  verifierKey(workspace: string): Promise<string>;
  /**
   * @param proof consistency proof (RFC 6962 section 2.1.2, hex) from the last size this signer signed.
   * @throws fault `LEDGER_ROLLED_BACK` where the proof does not hold: entries were changed or lost.
   */
  sign(
    workspace: string,
    head: { size: number; root: Sha256 },
    proof: { from: number; hashes: readonly Sha256[] },
  ): Promise<string>;
  /** The size it signed last, 0 for none. */
  lastSize(workspace: string): Promise<number>;
}

/** Everything that is needed to check a run without us. */
export interface RunProof {
  readonly format: 'countersign-proof-v1';
  readonly run: string;
  readonly checkpoint: string;
  readonly verifierKey: string;
  readonly entries: readonly (Entry & { readonly inclusion: readonly Sha256[] })[];
}
