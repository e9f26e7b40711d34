import { type FaultTable, faultsOf } from '@countersign/contract';

/** What can be wrong with the broker itself. What becomes of an exchange is a value: see the executor's egress. */
const BROKER_FAULTS = {
  BROKER_SETTING: {
    kind: 'operational',
    retry: 'never',
    status: 500,
    says: 'A setting of the broker is missing or cannot be used.',
  },
  BROKER_SOCKET_TAKEN: {
    kind: 'operational',
    retry: 'never',
    status: 500,
    says: 'Another broker answers on this socket. Stop it first.',
  },
  BROKER_KEY_WRONG: {
    kind: 'operational',
    retry: 'never',
    status: 500,
    says: 'The key file is not the one the secrets were sealed with. Put the right one back.',
  },
  BROKER_KEY_MISSING: {
    kind: 'operational',
    retry: 'never',
    status: 500,
    says: 'The key file is gone, and there are secrets that only it opens. Put it back from a backup.',
  },
  BROKER_KEY_EXPOSED: {
    kind: 'operational',
    retry: 'never',
    status: 500,
    says: 'The key file can be read by others than its owner. Take that right away, then start again.',
  },
  BROKER_TOKEN_WRONG: {
    kind: 'user',
    retry: 'never',
    status: 401,
    says: 'The token is not the one this broker was started with.',
  },
  BROKER_ROUTE_UNKNOWN: {
    kind: 'bug',
    retry: 'never',
    status: 404,
    says: 'The broker has no such route.',
  },
  BROKER_REQUEST_INVALID: {
    kind: 'bug',
    retry: 'never',
    status: 400,
    says: 'The broker cannot read this request.',
  },
  BROKER_REQUEST_TOO_LARGE: {
    kind: 'user',
    retry: 'never',
    status: 413,
    says: 'The request is larger than the broker takes.',
  },
  BROKER_CONNECTION_UNFIT: {
    kind: 'user',
    retry: 'never',
    status: 422,
    says: 'The connection leads nowhere a secret could be sent to; change the field named.',
  },
  BROKER_SECRET_TOO_SHORT: {
    kind: 'user',
    retry: 'never',
    status: 422,
    says: 'A secret has at least four characters: a shorter one could not be kept out of answers.',
  },
  BROKER_DATABASE_DOWN: {
    kind: 'operational',
    retry: 'safe',
    status: 503,
    says: 'The broker cannot read its database. It tries again by itself.',
  },
  BROKER_BROKE: {
    kind: 'bug',
    retry: 'never',
    status: 500,
    says: 'The broker failed in a way it should not. Its log says more.',
  },
} as const satisfies FaultTable;

/** Makes a fault of this table. */
export const brokerFault = faultsOf(BROKER_FAULTS);
