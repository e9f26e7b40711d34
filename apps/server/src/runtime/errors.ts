import { type FaultTable, faultsOf } from '@countersign/contract';

/** Faults of starting, answering and cancelling runs. */
const errors = {
  RUNTIME_AGENT_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'There is no agent of that id in this workspace.',
  },
  RUNTIME_AGENT_NOT_PUBLISHED: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The agent has no published version yet. Publish it first.',
  },
  RUNTIME_MESSAGE_EMPTY: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'A run needs a message with text in it.',
  },
  RUNTIME_NOT_A_MEMBER: {
    kind: 'user',
    retry: 'never',
    status: 403,
    says: 'The person is not a member of this workspace.',
  },
  RUNTIME_RUN_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'There is no run of that id in this workspace.',
  },
  RUNTIME_QUESTION_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'There is no question of that id in this workspace.',
  },
  RUNTIME_ANSWER_MISFIT: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'That answer does not fit the question: a lost answer is confirmed, repeated or denied; any other is approved, edited or denied.',
  },
  RUNTIME_REMEMBER_MISFIT: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'A value of the question cannot be remembered; answer again without it.',
  },
  RUNTIME_WIDEN_MISFIT: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'More calls like this one cannot be added; answer again without them.',
  },
  RUNTIME_REMEMBER_EARLY: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'Somebody else must say yes too, and only the last yes can have values remembered or calls added; answer again without that.',
  },
  RUNTIME_OBJECT_UNKNOWN: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'There is no uploaded file of that id in this workspace.',
  },
} as const satisfies FaultTable;

/** Makes a fault of this table. */
export const fault = faultsOf(errors);
