import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs Node with these arguments in our place: same terminal, our signals passed on, and its end becomes
 * ours unless `ended` is given, which then gets the exit code (128 and the signal's number after a signal).
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, ended?: (code: number) => void }} [options]
 * @returns {Promise<void>}
 */
export function follow(args, { env = process.env, ended = (code) => process.exit(code) } = {}) {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT'])) {
    process.on(signal, () => {
      // A terminal's ^C reaches the whole process group by itself; a second one would mean "at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code, signal) => {
      ended(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      done();
    });
  });
}
