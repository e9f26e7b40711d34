import { readFileSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../repository.mjs';
import { bundle } from './bundle.mjs';
import { buildStudio, STUDIO_FILES } from './studio.mjs';

/** A change is followed by others: an editor saves twice, git touches many. Milliseconds. */
const BURST = 150;

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
  watch: (/** @type {() => void} */ changed, /** @type {AbortSignal} */ signal) => {
    /** @type {NodeJS.Timeout | undefined} */
    let soon;
    for (const folder of ['packages', 'apps/server/src', 'apps/broker/src']) {
      watch(join(ROOT, folder), { recursive: true, signal }, () => {
        clearTimeout(soon);
        soon = setTimeout(changed, BURST);
      });
    }
  },
};

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
