export { runCli } from './cli.ts';
export { EXIT, type ExitCode } from './exit-codes.ts';
export type { Files, Powers } from './powers.ts';
