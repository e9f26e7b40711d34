import { checkpointSigner, type WitnessStorage } from '@countersign/record';

/** The signer's memory of what it signed last, which can be set back for the next case. */
class SettableWitness implements WitnessStorage {
  #notes = new Map<string, string>();

  async load(workspace: string): Promise<string | null> {
    return this.#notes.get(workspace) ?? null;
  }

  async store(workspace: string, note: string): Promise<void> {
    this.#notes.set(workspace, note);
  }

  /** Everything it remembers now. */
  remembered(): ReadonlyMap<string, string> {
    return new Map(this.#notes);
  }

  /** Remembers exactly this. */
  setBack(notes: ReadonlyMap<string, string>): void {
    this.#notes = new Map(notes);
  }
}

/** The log's key. Who tampers does not have it. */
const SEED = new Uint8Array(32).fill(7);

/** A signer over a memory that can be set back. */
export function settableSigner() {
  const witness = new SettableWitness();
  return { witness, signer: checkpointSigner(SEED, witness) };
}
