// node scripts/run.mjs FILE args...: runs a TypeScript file of this repository as a program.
import { resolve } from 'node:path';
import { ensureDependencies } from './deps.mjs';
import { follow } from './follow.mjs';
import { ROOT } from './repository.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/run.mjs FILE args...');
  process.exit(2);
}
ensureDependencies();
// The loader is named by its address: a bare `tsx` would be looked up from where the user stands.
await follow(['--import', import.meta.resolve('tsx'), resolve(ROOT, file), ...args]);
