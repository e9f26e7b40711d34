import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the whole repository, ending in no slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'data', '.git', '.cache']);

/**
 * All files under `folder`, as paths from `root` with forward slashes, sorted; without what is
 * installed, built or fetched. A folder that does not exist holds no files.
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]}
 */
export function filesUnder(root, folder = '') {
  const home = join(root, folder);
  if (!existsSync(home)) return [];
  return readdirSync(home, { withFileTypes: true })
    .flatMap((entry) => {
      if (SKIPPED.has(entry.name)) return [];
      const path = join(home, entry.name);
      if (entry.isDirectory()) return filesUnder(root, relative(root, path));
      return entry.isFile() ? [relative(root, path).replaceAll('\\', '/')] : [];
    })
    .sort();
}

/**
 * The rooms of the house: every workspace's folder, from `root`.
 * @param {string} root
 * @returns {string[]}
 */
export function rooms(root) {
  const inside = (/** @type {string} */ home) =>
    existsSync(join(root, home)) ? readdirSync(join(root, home)).map((n) => `${home}/${n}`) : [];
  return [...inside('packages'), ...inside('apps'), 'bench', 'e2e'].filter((room) =>
    existsSync(join(root, room, 'package.json')),
  );
}

/**
 * Whether the script at `url` is the one that was started, and not imported.
 * @param {string} url its `import.meta.url`
 */
export function isStarted(url) {
  return process.argv[1] !== undefined && fileURLToPath(url) === process.argv[1];
}
