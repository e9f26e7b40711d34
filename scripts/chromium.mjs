import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium on this machine: `CHROMIUM_PATH`, or what is installed; nothing when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && existsSync(named)) return named;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
}

/**
 * As `findChromium`, and on Debian, for root, installs one first when there is none.
 * Playwright's own browsers come from a host that a build machine need not reach.
 */
export function ensureChromium() {
  const there = findChromium();
  if (there !== undefined || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    return there;
  console.error('Installing Chromium with apt-get for the browser tests…');
  apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium');
  return findChromium();
}

/** @param {string[]} args */
function apt(...args) {
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30', '-qq'];
  return (
    spawnSync('apt-get', [...patience, ...args], {
      stdio: ['ignore', 2, 2],
      timeout: 10 * 60_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  );
}
