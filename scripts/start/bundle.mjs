// Our own TypeScript, bundled once for each state of the sources: a start then pays for no compiler.
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../repository.mjs';
import { fingerprint, isSource } from './fingerprint.mjs';

const CACHE = join(ROOT, '.cache/start');
/** Old bundles that are kept: a server that still runs from one may load a late part of it. */
const KEPT = 4;

/** Every folder whose sources end up in a bundle, and this one, which decides how. */
const FOLDERS = [
  ...['contract', 'engine', 'gateway', 'executor', 'record', 'catalog', 'sdk'].map(
    (name) => `packages/${name}/src`,
  ),
  'apps/server/src',
  'apps/broker/src',
  'scripts/start',
];

const ENTRIES = {
  launcher: 'apps/server/src/launch/main.ts',
  lifeline: 'apps/server/src/launch/lifeline.ts',
  server: 'apps/server/src/main.ts',
  broker: 'apps/broker/src/main.ts',
};

/**
 * The folder with `launcher.mjs`, `lifeline.mjs`, `server.mjs` and `broker.mjs`, built where it is not there.
 * Undefined where the repository cannot be written. Throws with the compiler's words.
 * @returns {Promise<string | undefined>}
 */
export async function bundle() {
  const done = join(CACHE, fingerprint(FOLDERS, isSource));
  if (isReadable(join(done, 'launcher.mjs'))) {
    touch(done);
    return done;
  }
  const workshop = makeWorkshop();
  if (workshop === undefined) return undefined;
  await compile(workshop);
  publish(workshop, done);
  forgetOld();
  return done;
}

/** @param {string} file */
function isReadable(file) {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function makeWorkshop() {
  const workshop = join(CACHE, `half-${process.pid}`);
  try {
    // As open as the umask allows: another user may start from this folder too.
    mkdirSync(workshop, { recursive: true });
    accessSync(workshop, constants.W_OK);
    return workshop;
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
async function compile(folder) {
  const esbuild = await import('esbuild');
  try {
    await esbuild.build({
      absWorkingDir: ROOT,
      entryPoints: Object.entries(ENTRIES)
        .filter(([, file]) => existsSync(join(ROOT, file)))
        .map(([out, file]) => ({ in: file, out })),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      plugins: [ownSources],
      logLevel: 'silent',
    });
  } finally {
    await esbuild.stop();
  }
}

/**
 * What npm installed stays where it is and is found from the cache folder as from anywhere in the
 * repository. A file of ours that asks for its own address, to find its neighbours, gets the original's.
 * @type {import('esbuild').Plugin}
 */
const ownSources = {
  name: 'own-sources',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      if (path.startsWith('@countersign/')) return undefined;
      return path.startsWith('node:') || foundFromRoot(path, importer)
        ? { path, external: true }
        : undefined;
    });
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path));
      return { contents, loader: 'ts' };
    });
  },
};

/** A room may have a version of a package of its own; that one is bundled, since the cache folder would find another. @param {string} name @param {string} importer */
function foundFromRoot(name, importer) {
  const home = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  const [first = '', second = ''] = relative(ROOT, importer).split(/[/\\]/);
  return !existsSync(join(ROOT, first, second, 'node_modules', home));
}

/** Somebody else may have built the same at the same time. @param {string} workshop @param {string} done */
function publish(workshop, done) {
  try {
    renameSync(workshop, done);
  } catch (error) {
    rmSync(workshop, { recursive: true, force: true });
    if (!existsSync(done)) throw error;
  }
}

function forgetOld() {
  const old = readdirSync(CACHE)
    .map((name) => ({ path: join(CACHE, name), time: statSync(join(CACHE, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
    .slice(KEPT);
  for (const { path } of old) rmSync(path, { recursive: true, force: true });
}

/** @param {string} folder */
function touch(folder) {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // Only its age is wrong then.
  }
}
