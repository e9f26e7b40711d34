import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a file, readable by its owner alone, so that after a crash either the old or the new text is there, whole. */
export function writeWhole(path: string, text: string): void {
  const fresh = `${path}.${process.pid}`;
  const file = openSync(fresh, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
  syncFolder(dirname(path));
}

/** Makes a name that was just given or taken survive a power cut. */
export function syncFolder(path: string): void {
  // Windows opens no folders; there the rename is as durable as it gets.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
