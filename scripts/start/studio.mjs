import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.mjs';
import { fingerprint, isSource } from './fingerprint.mjs';

const STUDIO = join(ROOT, 'apps/studio');
const STAMP = join(STUDIO, 'dist/.built-from');

/** Everything the browser gets something of. */
const FOLDERS = [
  'apps/studio',
  ...['contract', 'sdk', 'record'].map((name) => `packages/${name}/src`),
];

/** Where the built files are. */
export const STUDIO_FILES = join(STUDIO, 'dist');

/**
 * Builds the studio where its sources have changed since the last time.
 * @param {(text: string) => void} hear
 * @param {AbortSignal} signal
 */
export async function buildStudio(hear, signal) {
  if (!existsSync(join(STUDIO, 'index.html'))) return { kind: 'absent' };
  const wanted = fingerprint(FOLDERS, isSource);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) {
    return { kind: 'ready', fresh: false };
  }
  const reason = await vite(hear, signal);
  if (reason !== undefined) return { kind: 'failed', reason };
  writeFileSync(STAMP, wanted);
  return { kind: 'ready', fresh: true };
}

/**
 * What went wrong, or nothing.
 * @param {(text: string) => void} hear
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>}
 */
function vite(hear, signal) {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: STUDIO,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  child.stdout.on('data', (chunk) => hear(String(chunk)));
  child.stderr.on('data', (chunk) => hear(String(chunk)));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : `vite ended with ${code ?? 'a signal'}, see studio.log`),
    );
  });
}
