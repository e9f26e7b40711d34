import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../repository.mjs';
import { fingerprint, isSource } from './fingerprint.mjs';

const STUDIO = join(ROOT, 'apps/studio');
const STAMP_NAME = '.built-from';
const STAMP = join(STUDIO, 'dist', STAMP_NAME);

/** Everything the browser gets something of. */
const FOLDERS = [
  'apps/studio',
  ...['contract', 'sdk', 'record'].map((name) => `packages/${name}/src`),
];

/** Where the built files are. */
export const STUDIO_FILES = join(STUDIO, 'dist');

/** @typedef {{ kind: 'ready' } | { kind: 'absent' } | { kind: 'failed', reason: string }} Built */

/**
 * Builds the studio where its sources have changed since the last time; in the background where an older one
 * can serve meanwhile.
 * @param {(text: string) => void} hear
 * @param {AbortSignal} signal
 * @returns {Promise<Built | { kind: 'building', done: Promise<Built> }>}
 */
export async function buildStudio(hear, signal) {
  if (!existsSync(join(STUDIO, 'index.html'))) return { kind: 'absent' };
  const wanted = fingerprint(FOLDERS, isSource);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return { kind: 'ready' };
  const older = existsSync(join(STUDIO_FILES, 'index.html'));
  const done = build(wanted, older, hear, signal);
  return older ? { kind: 'building', done } : done;
}

/**
 * Beside its place and moved there when it is whole: a build that fails or is killed leaves what was there.
 * @param {string} wanted @param {boolean} gently @param {(text: string) => void} hear @param {AbortSignal} signal
 * @returns {Promise<Built>}
 */
async function build(wanted, gently, hear, signal) {
  const fresh = join(STUDIO, '.cache', `build-${process.pid}`);
  const old = `${fresh}.old`;
  try {
    const reason = await vite(fresh, gently, hear, signal);
    if (reason !== undefined) return { kind: 'failed', reason };
    writeFileSync(join(fresh, STAMP_NAME), wanted);
    if (existsSync(STUDIO_FILES)) renameSync(STUDIO_FILES, old);
    renameSync(fresh, STUDIO_FILES);
    return { kind: 'ready' };
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What went wrong, or nothing.
 * @param {string} folder where to @param {boolean} gently @param {(text: string) => void} hear @param {AbortSignal} signal
 * @returns {Promise<string | undefined>}
 */
function vite(folder, gently, hear, signal) {
  const tool = join(ROOT, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [tool, 'build', '--outDir', folder, '--emptyOutDir'], {
    cwd: STUDIO,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  // The server's start comes first where nobody waits for this.
  if (gently && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.stdout.on('data', (chunk) => hear(String(chunk)));
  child.stderr.on('data', (chunk) => hear(String(chunk)));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : `vite ended with ${code ?? 'a signal'}, see studio.log`),
    );
  });
}
