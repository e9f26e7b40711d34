import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** Size at which a log begins anew, in bytes, and how many old ones are kept. */
const LARGEST = 5 * 1024 * 1024;
const KEPT = 3;

/** A log that cannot fill the disk: `x.log`, and before it `x.log.1` to `x.log.3`. */
export interface LogFile {
  readonly path: string;
  write(text: string): void;
}

/** Opens a log to add to. A disk that is full loses words of the log, not the program. */
export function openLog(path: string, largest: number = LARGEST): LogFile {
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;
  const begin = () => {
    closeSync(file);
    for (let age = KEPT - 1; age >= 1; age--) move(`${path}.${age}`, `${path}.${age + 1}`);
    move(path, `${path}.1`);
    file = openSync(path, 'a', 0o600);
    size = 0;
  };
  return {
    path,
    write: (text) => {
      try {
        if (size >= largest) begin();
        size += writeSync(file, text);
      } catch {
        // There is nowhere left to say it.
      }
    },
  };
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There is no such old log yet.
  }
}
