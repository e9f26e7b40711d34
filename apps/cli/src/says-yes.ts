import { cliFault } from './errors.ts';
import type { Powers } from './powers.ts';

/** Asks, where somebody can be asked. Anything but a plain yes is a no. @throws fault `CLI_USAGE` elsewhere, with `instead`. */
export async function saysYes(powers: Powers, words: string, instead: string): Promise<boolean> {
  if (!powers.isInteractive)
    throw cliFault('CLI_USAGE', { message: `Nobody can be asked here: ${instead}.` });
  const said = await powers.ask(`\n${words} [y/N] `);
  return /^y(es)?$/i.test(said?.trim() ?? '');
}
