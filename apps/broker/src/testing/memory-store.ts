import type { ConnectionConfig, SealedSecret } from '@countersign/contract';
import type { BrokerStore } from '../store/port.ts';

/** What the broker reads, kept in memory: a double of the database for tests. */
export class MemoryStore implements BrokerStore {
  readonly connections = new Map<string, unknown>();
  readonly secrets = new Map<string, { readonly version: number; readonly sealed: unknown }>();
  /** How often the broker looked. */
  reads = 0;
  /** Set to have every read fail. */
  down: Error | null = null;

  putConnection(workspace: string, id: string, config: ConnectionConfig): void {
    this.connections.set(`${workspace} ${id}`, config);
  }

  putSecret(workspace: string, name: string, version: number, sealed: SealedSecret): void {
    this.secrets.set(`${workspace} ${name}`, { version, sealed });
  }

  async connection(workspace: string, id: string): Promise<unknown> {
    this.#look();
    return this.connections.get(`${workspace} ${id}`) ?? null;
  }

  async secret(workspace: string, name: string) {
    this.#look();
    return this.secrets.get(`${workspace} ${name}`) ?? null;
  }

  async sealedWith(): Promise<string | null> {
    this.#look();
    const [first] = this.secrets.values();
    // Tests put only sealed secrets in, or what stands for a damaged one.
    return (first?.sealed as SealedSecret | undefined)?.keyId ?? null;
  }

  async close(): Promise<void> {
    this.connections.clear();
  }

  #look(): void {
    this.reads += 1;
    if (this.down !== null) throw this.down;
  }
}
