import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** What a name that somebody set up stands for on this machine. */
export type FoundFolder =
  /** `path` is absolute and without links. */
  | { readonly kind: 'found'; readonly path: string }
  /** None of the folders that may be read holds it. */
  | { readonly kind: 'outside' }
  /** It is not there, is no folder, or may not be read. */
  | { readonly kind: 'missing' };

/** Finds the folder that a name stands for, anew at each use: what it leads to can change. */
export type FindFolder = (name: string) => Promise<FoundFolder>;

/**
 * Finds folders within `roots`, with links resolved on both sides. A relative name is below `base`. A name is
 * attacker-controlled: of what is outside nothing is told, not even whether it is there.
 */
export async function findFolder(
  name: string,
  base: string,
  roots: readonly string[],
): Promise<FoundFolder> {
  if (name.includes('\0')) return { kind: 'outside' };
  const named = resolve(base, name);
  const real = (await Promise.all(roots.map(realOrNull))).filter((root) => root !== null);
  if (![...roots, ...real].some((root) => isWithin(root, named))) return { kind: 'outside' };
  const path = await realOrNull(named);
  if (path === null) return { kind: 'missing' };
  if (!real.some((root) => isWithin(root, path))) return { kind: 'outside' };
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true ? { kind: 'found', path } : { kind: 'missing' };
}

/** Whether a path is a folder or below it, both absolute. */
function isWithin(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

function realOrNull(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}
