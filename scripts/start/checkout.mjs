import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesUnder, ROOT } from '../repository.mjs';
import { bundle, FOLDERS } from './bundle.mjs';
import { buildStudio, STUDIO_FILES } from './studio.mjs';

/** Milliseconds between two looks at the sources. */
const LOOK = 700;

/** What the launcher was built with serves the first start too; later ones look again. @type {ReturnType<typeof bundle> | undefined} */
let waiting;

/** This repository, as the launcher sees it: `Checkout` in apps/server/src/launch/checkout.ts. */
export const checkout = {
  root: ROOT,
  version: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
  studioFiles: STUDIO_FILES,
  studio: buildStudio,
  programs: async () => {
    const built = await (waiting ?? bundle());
    waiting = undefined;
    const lifeline =
      built === undefined
        ? import.meta.resolve('../../apps/server/src/launch/lifeline.ts')
        : pathToFileURL(join(built, 'lifeline.mjs')).href;
    const node = [
      ...(built === undefined ? ['--import', import.meta.resolve('tsx')] : []),
      '--import',
      lifeline,
      // Most of our code runs a few times for each step: it would stay interpreted for thousands of them.
      '--always-sparkplug',
    ];
    return {
      build: built === undefined ? '' : basename(built),
      server: { node, file: built === undefined ? source('main.ts') : join(built, 'server.mjs') },
      broker: {
        node,
        file:
          built === undefined ? join(ROOT, 'apps/broker/src/main.ts') : join(built, 'broker.mjs'),
      },
    };
  },
  // Looking beats being told: an editor that saves by renaming is lost on Node's recursive watch.
  watch: (/** @type {() => void} */ changed, /** @type {AbortSignal} */ signal) => {
    let seen = looks();
    const timer = setInterval(() => {
      const now = looks();
      if (now !== seen) changed();
      seen = now;
    }, LOOK);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  },
};

/** Every source with its time and size. */
function looks() {
  return FOLDERS.flatMap((folder) => filesUnder(ROOT, folder))
    .map((path) => {
      const file = statSync(join(ROOT, path), { throwIfNoEntry: false });
      return `${path} ${file?.mtimeMs} ${file?.size}`;
    })
    .join('\n');
}

/** The launcher's entry, `apps/server/src/launch/main.ts`; compiled on the fly where nothing can be written. */
export async function launcher() {
  waiting = bundle();
  const built = await waiting;
  if (built !== undefined) return import(pathToFileURL(join(built, 'launcher.mjs')).href);
  const { register } = await import('tsx/esm/api');
  register();
  return import('../../apps/server/src/launch/main.ts');
}

/** @param {string} path below the server's sources */
function source(path) {
  return join(ROOT, 'apps/server/src', path);
}
