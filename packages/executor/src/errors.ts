import { faultsOf } from '@countersign/contract';

/** What the executor throws. What becomes of a granted call is a value: see `failures.ts`. */
const executorFaults = {
  EXECUTOR_GRANT_VOID: {
    kind: 'bug',
    retry: 'never',
    status: 500,
    says: 'The leave to perform this call was used before, has expired or was never given. Ask the gateway again.',
  },
} as const;

/** A fault of the executor. */
export const fault = faultsOf(executorFaults);
