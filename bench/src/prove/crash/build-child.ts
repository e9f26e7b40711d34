import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ENTRY = fileURLToPath(new URL('./child/main.ts', import.meta.url));
/** Within the repository, where what npm installed is found. */
const FOLDER = fileURLToPath(new URL('../../../../.cache/prove', import.meta.url));

/** Bundles the child program, since a hundred of them are started. Gives its file, and the way to remove it. */
export async function buildChild(): Promise<{ readonly file: string; remove(): Promise<void> }> {
  await mkdir(FOLDER, { recursive: true });
  const file = `${FOLDER}/crash-child-${process.pid}.mjs`;
  await build({
    entryPoints: [ENTRY],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'silent',
    plugins: [
      {
        name: 'installed',
        setup: (on) =>
          on.onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith('@countersign/') ? undefined : { path, external: true },
          ),
      },
    ],
  });
  return { file, remove: () => rm(file, { force: true }) };
}
