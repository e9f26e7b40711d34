// Makes sure that what package-lock.json names is installed, so that one command is enough after a clone,
// a pull or a copy of the folder. Imports nothing but Node: it runs before anything is there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted, ROOT } from './repository.mjs';

const NEEDED = [20, 19];
const STAMP = 'node_modules/.countersign-lock';
const MACHINE = `${process.platform}-${process.arch}`;

/** Installs when something is missing; ends the process with a clear sentence when that cannot be done. */
export function ensureDependencies(root = ROOT) {
  const old = tooOld(process.versions.node);
  if (old !== undefined) fail(old);
  const stamp = stampOf(root);
  if (read(join(root, STAMP)) === stamp && linksHold(root)) return;
  if (!isInstalled(root)) install(root);
  writeFileSync(join(root, STAMP), stamp);
}

/**
 * The sentence for a Node that is too old, or nothing.
 * @param {string} version
 */
export function tooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = NEEDED;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return undefined;
  return `Countersign needs Node ${NEEDED.join('.')} or newer and this is ${version}. Install a newer Node and run the command again.`;
}

/** What was installed: this lock file, on this kind of machine. @param {string} root */
function stampOf(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${MACHINE}`;
}

/**
 * Whether npm's own note of what it installed agrees with the lock file. This spares a second install after
 * a plain `npm install`, and pulls no folder away from under a server that is running.
 * @param {string} root
 */
export function isInstalled(root) {
  const stamp = read(join(root, STAMP));
  const note = read(join(root, 'node_modules/.package-lock.json'));
  if (note === undefined || (stamp !== undefined && !stamp.endsWith(MACHINE))) return false;
  const there = JSON.parse(note).packages;
  return (
    linksHold(root) && wanted(root).every(([path, { version }]) => there[path]?.version === version)
  );
}

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, peer?: boolean, resolved?: string }} Locked */

/** What must be there on every machine. @param {string} root @returns {[string, Locked][]} */
function wanted(root) {
  return lockedIn(root).filter(([, { link, optional, peer }]) => !link && !optional && !peer);
}

/** @param {string} root @returns {[string, Locked][]} */
function lockedIn(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
}

/** Our own packages must be links into this folder: a copy of the folder may hold copies of them. @param {string} root */
function linksHold(root) {
  return lockedIn(root).every(([path, { link, resolved = '' }]) => {
    if (!link) return true;
    const place = join(root, path);
    return existsSync(place) && realpathSync(place) === realpathSync(join(root, resolved));
  });
}

/** @param {string} root */
function install(root) {
  console.error('Installing dependencies (npm ci), a few minutes the first time…');
  const npm = process.env.npm_execpath;
  // No package runs code of its own while it is installed: one of them would phone home.
  const flags = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ];
  // npm's words go to stderr: stdout belongs to the command that was asked for.
  const options = { cwd: root, stdio: /** @type {['ignore', 2, 2]} */ (['ignore', 2, 2]) };
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...flags], options)
    : spawnSync('npm', flags, { ...options, shell: process.platform === 'win32' });
  if (done.error !== undefined) fail(`npm could not be started: ${done.error.message}`);
  if (done.status !== 0) {
    fail(
      'The dependencies could not be installed: npm says why above. Without a network, copy node_modules from a machine of the same kind.',
    );
  }
}

/** @param {string} file @returns {string | undefined} */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (isStarted(import.meta.url)) ensureDependencies();
