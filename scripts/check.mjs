// npm run check: everything that can be said of the code without running it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies } from './deps.mjs';
import { ROOT } from './repository.mjs';

ensureDependencies();

const tsc = 'node_modules/typescript/bin/tsc';
const checks = [
  ['lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'],
  ['types', tsc, '--project', 'tsconfig.json'],
  ['types in a browser', tsc, '--project', 'tsconfig.browser.json'],
  ['types of the studio', tsc, '--project', 'apps/studio/tsconfig.json'],
  ['unused code', 'node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'],
  ['shape', 'scripts/check-shape.mjs'],
  ['documents', 'scripts/check-docs.mjs'],
];

const failed = checks.filter(([name = '', file = '', ...args]) => !passes(name, file, args));
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(([name]) => name).join(', ')}`);
  process.exitCode = 1;
}

/**
 * Runs one check and prints its line; its own words only when it fails.
 * @param {string} name @param {string} file @param {string[]} args
 */
function passes(name, file, args) {
  const begun = performance.now();
  const run = spawnSync(process.execPath, [join(ROOT, file), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const good = run.status === 0;
  if (!good) console.log(`${run.stdout}${run.stderr}`.trim());
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return good;
}
