import { faultsOf } from '@countersign/contract';

/** What the stores of a workspace's configuration and data refuse. The message of a thrown fault names the place. */
const TABLE = {
  RECORD_VALUE_UNSTORABLE: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The value cannot be kept; leave out zero characters and broken Unicode, and nest it less deeply.',
  },
  RECORD_LIMIT_EXCEEDED: {
    kind: 'user',
    retry: 'never',
    status: 413,
    says: 'The value is larger than what is kept here; make it smaller or split it.',
  },
  RECORD_KEY_REUSED: {
    kind: 'bug',
    retry: 'never',
    status: 409,
    says: 'The idempotency key was used for another write; use a new key.',
  },
  RECORD_CURSOR_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The page to continue from is not known; start again from the first page.',
  },
  RECORD_QUERY_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The query cannot be answered; see the message for what to change.',
  },
  RECORD_TABLE_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'The workspace has no such table; create it first, or take the id or name of one it has.',
  },
  RECORD_TABLE_EXISTS: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The workspace has a table of that name; use it, or choose another name.',
  },
  RECORD_TABLE_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The table cannot be made like this; see the message for what to change.',
  },
  RECORD_ROWS_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'Values do not fit the columns of the table; see the message for what to change.',
  },
  RECORD_CASE_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The case cannot be kept like this; see the message for what to change.',
  },
  RECORD_WORKSPACE_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The workspace needs an id of ours, a name, and an owner to start with.',
  },
  RECORD_WORKSPACE_EXISTS: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'A workspace of that id exists; choose another id.',
  },
  RECORD_WORKSPACE_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'There is no such workspace; create it first.',
  },
  RECORD_MEMBER_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'A member needs a person and one of the roles owner, admin, builder, responder, user.',
  },
  RECORD_MEMBER_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'The person is no member of the workspace; nothing is left to remove.',
  },
  RECORD_LAST_OWNER: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'A workspace keeps at least one owner; make somebody else an owner first.',
  },
  RECORD_AGENT_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'The workspace has no such agent; save its draft first.',
  },
  RECORD_VERSION_TAKEN: {
    kind: 'user',
    retry: 'safe',
    status: 409,
    says: 'Another version was written in between; read the newest one and try again.',
  },
  RECORD_LIMITS_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The limits cannot be set like this; see the message for what to change.',
  },
  RECORD_API_KEY_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The API key cannot be made like this; see the message for what to change.',
  },
  RECORD_PERMISSION_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The permission cannot be made like this; see the message for what to change.',
  },
  RECORD_PERMISSION_LIMIT: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The workspace has as many standing permissions as are looked through; revoke some first.',
  },
  RECORD_MEMORY_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The memory cannot be kept like this; see the message for what to change.',
  },
} as const;

/** Makes a fault of the configuration and data stores. */
export const storeFault = faultsOf(TABLE);
