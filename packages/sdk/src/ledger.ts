import type { Checkpoint } from '@countersign/contract';
import { ApiError } from './api-error.ts';
import type { Place } from './place.ts';

/** A piece of one file of an export; pieces of a path follow each other and are to be appended. */
export interface ExportPiece {
  /** Relative, with slashes. It comes from the server: check it before it becomes a file's name. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The log as outsiders check it. */
export interface LedgerClient {
  /** The signed head as it is now. */
  checkpoint(): Promise<Checkpoint>;
  /** The public key, as C2SP verifier key text. */
  key(): Promise<string>;
  /** The whole log as files, as they arrive. */
  export(options?: { readonly signal?: AbortSignal }): AsyncGenerator<ExportPiece, void, void>;
  /** Has the server check its stored log. No findings: all of it holds. */
  audit(): Promise<{
    readonly size: number;
    readonly findings: readonly {
      readonly code: string;
      readonly says: string;
      readonly index: number | null;
      readonly about: string | null;
    }[];
  }>;
}

/** The log of a workspace. */
export function ledgerClient({ json, transport, path }: Place): LedgerClient {
  return {
    checkpoint: () => json('ledger/checkpoint'),
    key: async () => (await json<{ verifierKey: string }>('ledger/key')).verifierKey,
    async *export({ signal } = {}) {
      const answer = await transport.ask(await path('ledger/export'), { signal });
      if (answer.body === null) return;
      for await (const line of lines(answer.body)) yield pieceOf(line);
    },
    audit: () => json('ledger/audit'),
  };
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (rest !== '') throw torn();
}

function pieceOf(line: string): ExportPiece {
  const { path, bytes } = JSON.parse(line) as { path?: unknown; bytes?: unknown };
  if (typeof path !== 'string' || typeof bytes !== 'string') throw torn();
  return { path, bytes: Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0)) };
}

function torn(): ApiError {
  const message = 'The export ended in the middle of a line; ask for it again.';
  return new ApiError({ status: 200, code: 'ANSWER_UNREADABLE', message });
}
