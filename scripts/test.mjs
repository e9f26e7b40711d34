// npm test [-- filters and options of vitest]: every test of the house, with what they need put in place.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies } from './deps.mjs';
import { follow } from './follow.mjs';
import { ROOT } from './repository.mjs';
import { tally } from './test/tally.mjs';

ensureDependencies();
const chromium = ensureChromium();
if (chromium === undefined) sayNoBrowser();

const folder = mkdtempSync(join(tmpdir(), 'countersign-report-'));
const report = join(folder, 'report.json');
await follow(
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    `--root=${ROOT}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  {
    env: { ...process.env, ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) },
    ended: close,
  },
);

/** @param {number} code how vitest ended */
function close(code) {
  const { passed, failed, sentence } = tally(readReport(), code);
  rmSync(folder, { recursive: true, force: true });
  if (chromium === undefined) sayNoBrowser();
  if (sentence !== undefined) console.error(sentence);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && sentence === undefined ? 0 : 1;
}

/** Vitest writes no report when it cannot start. */
function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
}

function sayNoBrowser() {
  console.error(
    '!!! NO CHROMIUM: the browser tests are skipped. Install one, or name it in CHROMIUM_PATH. !!!',
  );
}
