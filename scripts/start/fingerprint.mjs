import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, ROOT } from '../repository.mjs';

/**
 * What is built from these folders is the same as long as this is: a hash over every file's path and
 * content, the lock file, this Node and this place. Times say nothing after a clone or a checkout.
 * @param {readonly string[]} folders from the root
 * @param {(path: string) => boolean} [counts]
 */
export function fingerprint(folders, counts = () => true) {
  const hash = createHash('sha256').update(`${ROOT} ${process.versions.node}\n`);
  const files = folders.flatMap((folder) => filesUnder(ROOT, folder)).filter(counts);
  for (const path of ['package-lock.json', ...files]) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 24);
}

/** Whether a file is part of what runs, and not a test of it. @param {string} path */
export function isSource(path) {
  return !/\.test\.[a-z]+$/.test(path);
}
