import { faultsOf } from '@countersign/contract';

/** What the command line itself refuses; what the server refuses comes with the server's words. */
const TABLE = {
  CLI_USAGE: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The command cannot be understood; see `countersign --help`.',
  },
  CLI_NO_KEY: {
    kind: 'user',
    retry: 'never',
    status: 401,
    says: 'No key is known for the server; run `countersign login`, or set COUNTERSIGN_URL and COUNTERSIGN_KEY.',
  },
  CLI_CONFIG: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The file with the key cannot be read; run `countersign login` again.',
  },
  CLI_FILE: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The file or folder is not there, or not what it should be.',
  },
  CLI_NO_AGENT: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'There is no such agent; `countersign agents` lists them.',
  },
  CLI_NO_MAIL_TOOL: {
    kind: 'user',
    retry: 'never',
    status: 400,
    says: 'The agent has no tool that reads a mailbox, so it would not see the folder.',
  },
  CLI_QUESTION: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The question is not open any more, or is another one than was meant.',
  },
  CLI_PERMISSION: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'The permission stands no more.',
  },
} as const;

/** Makes a fault of the command line. */
export const cliFault = faultsOf(TABLE);
