import type { Explanation, Granted, Performed } from '@countersign/contract';
import * as gateway from '@countersign/gateway';
import type { Concluded } from '../runtime/decide-port.ts';

/** How a call came to be performed. */
interface Came {
  readonly granted: Granted;
  readonly why: Explanation;
  readonly approved: boolean;
  readonly owners: readonly string[];
}

/** What came of a call, labelled, with what lets later values refer to it. */
export function concludedCall(performed: Performed, came: Came): Omit<Concluded, 'settle'> {
  const { granted, owners } = came;
  const outcome = gateway.labelResult(performed, granted, { owners, redact: asIs });
  // Read now, while the run waits for the disk anyway, so that no decision waits for it.
  if (outcome.kind === 'done') gateway.readRecords(outcome.result.value, granted.descriptor);
  return { outcome, basis: gateway.basisOf(performed, outcome, granted, came, { owners }) };
}

/** Secrets are masked in the broker, which alone knows them; no text of ours can hold one. */
export function asIs(text: string): string {
  return text;
}
