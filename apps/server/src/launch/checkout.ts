import type { Program } from './program.ts';

/** The programs that the launcher starts. */
export interface Programs {
  /** Names the sources they were built from; empty where that is not known. */
  readonly build: string;
  readonly server: Program;
  readonly broker: Program;
}

/** What became of the studio's files. */
export type StudioBuild =
  | { readonly kind: 'ready' }
  /** An older one serves until `done`, which never rejects. */
  | { readonly kind: 'building'; readonly done: Promise<StudioBuild> }
  /** Its sources hold no page. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The repository as the launcher sees it: where it is, and how what runs is built from it. */
export interface Checkout {
  /** Absolute path. */
  readonly root: string;
  /** Of this build, as the API tells it. */
  readonly version: string;
  /** Folder of the studio's built files. */
  readonly studioFiles: string;
  /** Builds what changed since the last time. Throws with the compiler's words. */
  programs(): Promise<Programs>;
  /**
   * Builds the studio where its sources have changed, in the background where an older one can serve
   * meanwhile. Never throws: the API serves without it.
   */
  studio(hear: (text: string) => void, signal: AbortSignal): Promise<StudioBuild>;
  /** Calls back when sources of the server or the broker have changed, until the signal aborts. */
  watch(changed: () => void, signal: AbortSignal): void;
}
