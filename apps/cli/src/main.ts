import { fileURLToPath } from 'node:url';
import { askOn } from './ask.ts';
import { runCli } from './cli.ts';
import { disk } from './disk.ts';
import type { Powers } from './powers.ts';

// The `countersign` command: makes the powers and hands the command line over.

const interrupt = new AbortController();
process.once('SIGINT', () => {
  interrupt.abort(new Error('Interrupted.'));
});

const { stdin, stdout, stderr, env } = process;
const isInteractive = stdin.isTTY === true && stdout.isTTY === true;

const powers: Powers = {
  env: {
    COUNTERSIGN_CHECKOUT_DATA: fileURLToPath(new URL('../../../data', import.meta.url)),
    ...env,
  },
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  isInteractive,
  colors: stdout.isTTY === true && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb',
  ask: askOn(stdin, stderr),
  files: disk,
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  nodeVersion: process.version,
  interrupted: interrupt.signal,
};

// A reader that closes early (a pager, head) is no failure.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await runCli(process.argv.slice(2), powers);
