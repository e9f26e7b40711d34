import type { Performed, Usage } from '@countersign/contract';

/**
 * Why a granted call did not come about: code -> one sentence for the model and the person who read it.
 * These are outcomes, values and never thrown. A performer may add what the other side said.
 */
export const FAILURES = {
  EXECUTOR_NO_PERFORMER: 'Nothing here can perform this action.',
  EXECUTOR_TIMEOUT: 'It took longer than this action may take and was stopped.',
  EXECUTOR_BROKE: 'Performing it failed inside the platform. It was not done.',
  EXECUTOR_RESULT_TOO_LARGE: 'What came back is larger than this action may give. Ask for less.',
  EXECUTOR_RESULT_INVALID: 'What came back cannot be written as JSON.',
  EXECUTOR_CONNECTION_MISSING: 'The connection of this tool is gone or is of another kind.',
  ARGUMENTS_UNUSABLE: 'The arguments cannot be used.',

  EXCHANGE_REFUSED: 'The request was not allowed to leave.',
  EXCHANGE_UNREACHABLE: 'The other side could not be reached. Nothing was sent.',
  EXCHANGE_NO_ANSWER: 'The other side did not answer, or broke off. Nothing was changed there.',
  EXCHANGE_TOO_LARGE: 'The reply is larger than may be read. Ask for less.',

  MAIL_MAILBOX_UNREADABLE: 'The folder of the mailbox cannot be read.',
  MAIL_MAILBOX_OUTSIDE:
    'The folder of the mailbox is outside those that this server may read mail from.',
  MAIL_MAILBOX_NOT_WRITABLE:
    'The folder of the mailbox cannot be written to, so nothing was deleted.',
  MAIL_MESSAGE_UNKNOWN: 'There is no message with this id in the mailbox.',
  MAIL_ATTACHMENT_UNKNOWN: 'The message has no attachment with this number.',
  MAIL_PAGE_UNKNOWN: 'The message that the page should start after is not in the mailbox any more.',
  MAIL_ADDRESS_INVALID: 'A recipient is not an e-mail address.',
  MAIL_HEADER_INVALID: 'A header may not hold a line break or a control character.',
  MAIL_REJECTED: 'The mail server did not take the message. It was not sent.',
  MAIL_UNREACHABLE: 'The mail server could not be reached. The message was not sent.',

  TABLE_ROW_UNKNOWN: 'There is no row with this id in the table.',
  CASE_UNKNOWN: 'There is no case with this number or id.',
  MEMORY_UNKNOWN: 'There is no memory with this id to replace.',
  MEMORY_FULL:
    'Memory holds as much as it may. Forget something, or ask a person to review what waits.',
  FILE_UNKNOWN: 'There is no file with this id.',

  MODEL_AUTH: 'The model’s provider refused the key. Check the connection’s secret.',
  MODEL_RATE_LIMITED: 'The model’s provider asks to wait.',
  MODEL_CONTEXT_TOO_LONG: 'The conversation is longer than the model can read.',
  MODEL_BAD_REQUEST: 'The model’s provider refused the request.',
  MODEL_UNAVAILABLE: 'The model’s provider did not answer, or broke off.',
  MODEL_REFUSED: 'The request to the model was not allowed to leave.',
  MODEL_SCRIPT_INVALID: 'The script that this model plays cannot be played.',
} as const;

export type FailureCode = keyof typeof FAILURES;

/** A failure with its sentence; `detail` may quote the other side. */
export function failed(code: FailureCode, detail?: string, usage: Usage = {}): Performed {
  return {
    kind: 'failed',
    code,
    message: detail ? `${FAILURES[code]} ${detail}` : FAILURES[code],
    usage,
  };
}
