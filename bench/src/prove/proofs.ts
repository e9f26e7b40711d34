import { agent } from './agent/agent.ts';
import { approval } from './approval/approval.ts';
import { budget } from './budget.ts';
import { crash } from './crash/crash.ts';
import { hijack } from './hijack/hijack.ts';
import { labels } from './labels/labels.ts';
import { ledger } from './ledger/ledger.ts';
import type { Proof } from './proof.ts';
import { ssrf } from './ssrf.ts';
import { tenants } from './tenants/tenants.ts';

/** Every proof there is, in the order of the table. */
export const proofs: readonly Proof[] = [
  hijack,
  agent,
  labels,
  approval,
  crash,
  ledger,
  ssrf,
  tenants,
  budget,
];
