// All that runs in a program as a few files, built once for each state of the sources. A start then pays for no
// compiler and does not open thousands of files: it takes a third of the time and two thirds of the memory.
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
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../repository.mjs';
import { fingerprint, isSource } from './fingerprint.mjs';

const CACHE = join(ROOT, '.cache/start');
/** Old bundles that are kept: a server that still runs from one may load a late part of it. */
const KEPT = 4;

/** Every folder whose sources end up in a bundle, and this one, which decides how. */
export const FOLDERS = [
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

/** Packages that load files of their own, or native code: they stay where npm put them. */
const READS_ITS_FILES = ['@cedar-policy/cedar-wasm', 'swagger-ui-dist', 'pg-native'];

const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(${JSON.stringify(join(ROOT, 'apps/server/package.json'))});`;

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
      external: READS_ITS_FILES,
      // What is written for require() finds the packages above, and Node's own.
      banner: { js: REQUIRE },
      plugins: [keepAddresses],
      logLevel: 'silent',
    });
  } finally {
    await esbuild.stop();
  }
}

/**
 * A file that asks where it is, to find its neighbours, gets its original's address.
 * @type {import('esbuild').Plugin}
 */
const keepAddresses = {
  name: 'keep-addresses',
  setup(build) {
    build.onLoad({ filter: /\.([cm]?js|ts)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!/\bimport\.meta\.|\b__(dirname|filename)\b/.test(text)) return undefined;
      const url = JSON.stringify(pathToFileURL(path).href);
      const folder = JSON.stringify(dirname(path));
      const file = JSON.stringify(path);
      const contents = text
        .replaceAll(/\bimport\.meta\.url\b/g, url)
        .replaceAll(/\bimport\.meta\.dirname\b/g, folder)
        .replaceAll(/\bimport\.meta\.filename\b/g, file)
        .replaceAll(usesOf('__dirname', text), folder)
        .replaceAll(usesOf('__filename', text), file);
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** A module of today may declare the old name by itself; then its uses are its own. @param {string} name @param {string} text */
function usesOf(name, text) {
  const declared = new RegExp(`\\b(const|let|var)\\s+${name}\\b`).test(text);
  return declared ? /(?!)/g : new RegExp(`(?<![.\\w$])${name}\\b`, 'g');
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
