import { faultsOf } from '@countersign/contract';

/** What the HTTP doors refuse. Codes of other packages pass through with the status of their own tables. */
const TABLE = {
  HTTP_UNAUTHENTICATED: {
    kind: 'user',
    retry: 'never',
    status: 401,
    says: 'Nobody is signed in; sign in, or send an API key as `Authorization: Bearer cs_...`.',
  },
  HTTP_SIGN_IN_REFUSED: {
    kind: 'user',
    retry: 'never',
    status: 401,
    says: 'No account fits this e-mail address and password; check both.',
  },
  HTTP_ROLE_MISSING: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'Your role in this workspace does not allow this; ask an admin of it.',
  },
  HTTP_SCOPE_MISSING: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'The API key lacks the scope for this; make a key that has it.',
  },
  HTTP_SESSION_NEEDED: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'This cannot be done with an API key; sign in as a person.',
  },
  HTTP_AGENT_KEY: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'A key that an agent holds cannot do this: agents never answer, and never change rights, policy or budgets.',
  },
  HTTP_SELF_APPROVAL: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'This workspace wants a second person: somebody other than the one the run acts for must answer.',
  },
  HTTP_ANSWER_BARRED: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'The policies of this workspace do not let you answer this question; somebody whom they permit must answer, or an admin changes them.',
  },
  HTTP_ORIGIN: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'The request comes from a page of another site, or does not say from which; open the studio at its own address.',
  },
  HTTP_HOST: {
    kind: 'user',
    retry: 'never',
    status: 421,
    says: 'The server does not answer to this host name; open it at its own address, or add the name to its configuration.',
  },
  HTTP_NOT_FOUND: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'There is nothing here that you may see; check the id and the workspace.',
  },
  HTTP_METHOD: {
    kind: 'user',
    retry: 'never',
    status: 405,
    says: 'This address does not take that method; the Allow header lists those it takes.',
  },
  HTTP_JSON: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The body is not JSON that can be kept; see the message for what to change.',
  },
  HTTP_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The request does not fit; see the field named.',
  },
  HTTP_MEDIA_TYPE: {
    kind: 'user',
    retry: 'never',
    status: 415,
    says: 'The body must be uncompressed and sent as `Content-Type: application/json`.',
  },
  HTTP_TOO_LARGE: {
    kind: 'user',
    retry: 'never',
    status: 413,
    says: 'The body is larger than this address takes; make it smaller or split it.',
  },
  HTTP_RATE: {
    kind: 'user',
    retry: { afterMs: 60_000 },
    status: 429,
    says: 'Too many attempts; wait as long as the Retry-After header says.',
  },
  HTTP_STREAMS: {
    kind: 'user',
    retry: { afterMs: 5_000 },
    status: 429,
    says: 'Too many streams are open; close some of them first.',
  },
  HTTP_CONFLICT: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'Somebody changed it in the meantime; read it again and repeat your change on that.',
  },
  HTTP_QUESTION_CLOSED: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The question is closed: it was answered, withdrawn, or ran out of time.',
  },
  HTTP_ANSWER_SAID: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'You have said yes already, and this needs the yes of somebody else too. You may still say no.',
  },
  HTTP_ANSWER_MISMATCH: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The answer is for another call than the one that waits; read the question again.',
  },
  HTTP_POLICY: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The policy is not valid Cedar for this schema; the details list each problem.',
  },
  HTTP_POLICY_TESTS: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'Tests beside the policies fail; the details name them. Change the policies, or the tests with them.',
  },
  HTTP_TWO_PERSONS: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'In this workspace a change of the policies needs two persons; propose it, and another owner or admin accepts it.',
  },
  HTTP_OTHER_PERSON: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'Nobody accepts or rejects their own proposal, and nobody withdraws another’s; ask another owner or admin.',
  },
  HTTP_PROPOSAL_CLOSED: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The proposal is not open any more; make it again where it is still wanted.',
  },
  HTTP_AGENT: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The agent cannot be published like this; see the field named.',
  },
  HTTP_MAILBOX: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The folder of this mailbox cannot be read; change the folder in its connection.',
  },
  HTTP_SECRET_AGAIN: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The secret of this connection was entered for another destination; enter it again and save both together, over the API as `secret` beside `config`.',
  },
  HTTP_SETUP: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'The first account needs the set-up code that the server printed when it started.',
  },
  HTTP_INVITATION: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'An account needs an invitation for this e-mail address that is unused and not expired; ask an admin for one.',
  },
  HTTP_SIGN_UP: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The account cannot be made like this; see the field named.',
  },
  HTTP_INTERNAL: {
    kind: 'bug',
    retry: 'never',
    status: 500,
    says: 'The server failed at this; its log has the reason under the request id.',
  },
} as const;

/** Makes a fault of the HTTP doors. */
export const httpFault = faultsOf(TABLE);
