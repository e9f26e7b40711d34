// npm start: installs what is missing, builds what has changed, and hands over to the launcher.
import { tooOld } from './deps.mjs';

const old = tooOld(process.versions.node);
if (old !== undefined) {
  console.error(old);
  // The one exit code of docs/errors.md that is given before the launcher exists.
  process.exit(20);
}

const { ensureDependencies } = await import('./deps.mjs');
ensureDependencies();
const { checkout, launcher } = await import('./start/checkout.mjs');
const { main } = await launcher();
await main(checkout, process.argv.slice(2));
