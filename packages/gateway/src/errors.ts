import { faultsOf } from '@countersign/contract';

/** Every fault this package throws. What a call may be told (refused, held) is a verdict, never a fault. */
export const GATEWAY_ERRORS = {
  GATEWAY_ACTION_REFUSED: {
    kind: 'user',
    retry: 'never',
    status: 422,
    says: 'An action breaks the rules for actions; correct its descriptor where the findings say.',
  },
  GATEWAY_ACTION_TWICE: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'Two actions have one id; rename one of them.',
  },
  GATEWAY_POLICY_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 422,
    says: 'The policies cannot be used; correct them where the problems say.',
  },
} as const;

/** Makes a fault of {@link GATEWAY_ERRORS}. */
export const fault = faultsOf(GATEWAY_ERRORS);
