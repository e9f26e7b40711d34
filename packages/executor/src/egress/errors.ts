import { type FaultTable, faultsOf } from '@countersign/contract';

/** What can be wrong with an outbound exchange, or with the way to the broker that makes it. */
export const EGRESS_FAULTS = {
  EGRESS_REFUSED: {
    kind: 'user',
    retry: 'never',
    status: 422,
    says: 'The broker does not make this connection: see `details.reason` for the rule that forbids it.',
  },
  EGRESS_UNREACHABLE: {
    kind: 'operational',
    retry: 'safe',
    status: 502,
    says: 'The other side could not be reached, and nothing was sent.',
  },
  EGRESS_LOST: {
    kind: 'operational',
    retry: 'never',
    status: 502,
    says: 'The request was sent and no answer came: it may or may not have been carried out.',
  },
  EGRESS_BODY_LOST: {
    kind: 'operational',
    retry: 'never',
    status: 502,
    says: 'The answer broke off before its end.',
  },
  EGRESS_BODY_TOO_LARGE: {
    kind: 'user',
    retry: 'never',
    status: 502,
    says: 'The answer is larger than the call allows.',
  },
  EGRESS_BODY_TIMED_OUT: {
    kind: 'operational',
    retry: 'never',
    status: 504,
    says: 'The answer did not come to its end in time.',
  },
  EGRESS_BODY_UNDECODABLE: {
    kind: 'operational',
    retry: 'never',
    status: 502,
    says: 'The answer is packed in a way that cannot be unpacked.',
  },
  EGRESS_CANCELLED: {
    kind: 'operational',
    retry: 'never',
    status: 499,
    says: 'The exchange was cancelled.',
  },
  BROKER_UNREACHABLE: {
    kind: 'operational',
    retry: 'safe',
    status: 503,
    says: 'The broker process does not answer, so nothing was sent; it is started with the server.',
  },
  BROKER_LOST: {
    kind: 'operational',
    retry: 'never',
    status: 502,
    says: 'The broker went away during the exchange: it may or may not have been carried out.',
  },
} as const satisfies FaultTable;

/** Makes a fault of this table. */
export const egressFault = faultsOf(EGRESS_FAULTS);
