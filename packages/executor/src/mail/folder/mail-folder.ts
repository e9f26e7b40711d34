/**
 * One folder of the server that holds mail, and nothing outside it. A power: made for the folder that an
 * operator named. Paths are below the folder, with `/`; they come from `list`, never from a caller.
 */
export interface MailFolder {
  /** What is in a sub-folder (`''` is the folder itself), or null where there is none. Links are `other` and never followed. */
  list(path: string): Promise<readonly FolderEntry[] | null>;
  /** Size and time of a regular file, or null where there is none. */
  stat(path: string): Promise<{ readonly bytes: number; readonly modifiedAt: number } | null>;
  /** Bytes of a file from `start`, at most `length`. */
  read(path: string, start: number, length: number): Promise<Buffer>;
  /** Moves a file within the folder, making the target's folder; refuses to replace one. */
  move(from: string, to: string): Promise<void>;
  /** Writes a new file, making its folder; one that is there with this name stays as it is. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}
