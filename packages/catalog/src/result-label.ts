import type { ResultLabel } from '@countersign/contract';

/** Written by anyone, readable by the owner of the connection it came through. What every undeclared field has. */
export const OUTSIDE: ResultLabel = { integrity: 'untrusted', readers: 'owner' };

/** Written by anyone, readable in the whole workspace. */
export const SHARED: ResultLabel = { integrity: 'untrusted', readers: 'workspace' };

/** Written by anyone and readable by anyone: what a public address answers without credentials. */
export const PUBLIC: ResultLabel = { integrity: 'untrusted', readers: 'public' };

/** Made by us; `because` says why nobody outside can choose it. */
export function assigned(readers: ResultLabel['readers'], because: string): ResultLabel {
  return { integrity: 'system', readers, because };
}
