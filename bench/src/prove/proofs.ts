import { approval } from './approval/approval.ts';
import { budget } from './budget.ts';
import { hijack } from './hijack/hijack.ts';
import { ledger } from './ledger/ledger.ts';
import type { Proof } from './proof.ts';
import { ssrf } from './ssrf.ts';

/** Every proof there is, in the order of the table. */
export const proofs: readonly Proof[] = [hijack, approval, ledger, ssrf, budget];
