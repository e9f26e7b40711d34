import type { FolderEntry, MailFolder } from '../mail/folder/mail-folder.ts';

/** A mail folder in memory, which counts how often its files are read. */
export class MemoryMailFolder implements MailFolder {
  readonly #files = new Map<string, { bytes: Buffer; modifiedAt: number }>();
  reads = 0;

  put(path: string, bytes: Buffer, modifiedAt = 2_000_000_000_000): void {
    this.#files.set(path, { bytes, modifiedAt });
  }

  async list(path: string): Promise<readonly FolderEntry[] | null> {
    const prefix = path === '' ? '' : `${path}/`;
    const entries = new Map<string, FolderEntry['kind']>();
    for (const file of this.#files.keys()) {
      if (!file.startsWith(prefix)) continue;
      const [name = '', below] = file.slice(prefix.length).split('/', 2);
      entries.set(name, below === undefined ? 'file' : 'folder');
    }
    if (path !== '' && entries.size === 0) return null;
    return [...entries].map(([name, kind]) => ({ name, kind }));
  }

  async stat(path: string) {
    const file = this.#files.get(path);
    return file ? { bytes: file.bytes.length, modifiedAt: file.modifiedAt } : null;
  }

  async read(path: string, start: number, length: number): Promise<Buffer> {
    this.reads++;
    const file = this.#files.get(path);
    if (!file) throw new Error('no such file');
    return Buffer.from(file.bytes.subarray(start, start + length));
  }

  async move(from: string, to: string): Promise<void> {
    const file = this.#files.get(from);
    if (!file || this.#files.has(to)) throw new Error('cannot move');
    this.#files.delete(from);
    this.#files.set(to, file);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (!this.#files.has(path)) this.put(path, Buffer.from(bytes));
  }

  async remove(path: string): Promise<void> {
    this.#files.delete(path);
  }
}
