import { hijack } from './hijack/hijack.ts';
import type { Proof } from './proof.ts';

/** Every proof there is, in the order of the table. */
export const proofs: readonly Proof[] = [hijack];
