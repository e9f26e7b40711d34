// npm start: installs what is missing, builds what has changed, and hands over to the launcher.
import { ensureDependencies, tooOld } from './deps.mjs';

const old = tooOld(process.versions.node);
if (old !== undefined) {
  console.error(old);
  // The one exit code of docs/errors.md that is given before the launcher exists.
  process.exit(20);
}

ensureDependencies();
const { checkout, launcher } = await import('./start/checkout.mjs');
const { main } = await launcher().catch((/** @type {unknown} */ error) => {
  console.error(`This copy of Countersign could not be built. ${String(error)}`);
  process.exit(1);
});
await main(checkout, process.argv.slice(2));
