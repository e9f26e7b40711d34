import type { Fetch, Wait } from '@countersign/sdk';

/** All that a command may touch. Made in `main.ts`. */
export interface Powers {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person sits before it: both sides are a terminal. */
  readonly isInteractive: boolean;
  readonly colors: boolean;
  /** Asks for one line; null where the input ended. `hidden` shows nothing of it. */
  readonly ask: (question: string, hidden?: boolean) => Promise<string | null>;
  readonly files: Files;
  readonly fetch: Fetch;
  readonly wait?: Wait;
  readonly now: () => number;
  readonly nodeVersion: string;
  /** Aborts when the person presses Ctrl-C. */
  readonly interrupted: AbortSignal;
}

/** The disk. Paths are as the person gave them, or absolute. */
export interface Files {
  /** Bytes of a file; null where there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** Lines of a file, without their ends. */
  lines(path: string): AsyncIterable<string>;
  isFolder(path: string): Promise<boolean>;
  isEmpty(folder: string): Promise<boolean>;
  /** Writes a file that only its owner may read; makes folders on the way. */
  write(path: string, bytes: Uint8Array | string): Promise<void>;
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** The absolute path without links; null where nothing is there. */
  real(path: string): Promise<string | null>;
  /** Whether others than its owner may read a file. */
  isOpenToOthers(path: string): Promise<boolean>;
  join(...parts: readonly string[]): string;
}
