import type { Ledger } from '../../ledger/ledger.ts';
import type { ExportReader } from '../../verify/index.ts';

/** An export's files, kept in memory. */
export type ExportFiles = Map<string, Uint8Array>;

/** Makes an export of a workspace. */
export async function exportFiles(ledger: Ledger, workspace: string): Promise<ExportFiles> {
  const files: ExportFiles = new Map();
  for await (const { path, bytes } of ledger.export(workspace)) {
    files.set(path, joined(files.get(path) ?? new Uint8Array(), bytes));
  }
  return files;
}

/** Reads an export that is kept in memory. */
export function readerOf(files: ExportFiles): ExportReader {
  return {
    read: async (path) => files.get(path) ?? null,
    lines: async function* (path) {
      const text = new TextDecoder().decode(files.get(path) ?? new Uint8Array());
      yield* text.split('\n');
    },
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
