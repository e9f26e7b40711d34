import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const STRING = { type: 'string' };
const ADDRESSES = { type: 'array', items: STRING };

/** A mail to somebody, as a tool call. */
export const mailTo = (recipient: string, more: object = {}) => ({
  function: 'send_email',
  args: { recipients: [recipient], subject: 'Hi', body: 'Hello', ...more },
});

const tool = (name: string, properties: object) => ({
  name,
  description: name,
  input_schema: { type: 'object', properties, required: [] },
});

const TOOLS = [
  tool('get_unread_emails', {}),
  tool('send_email', {
    ...{ recipients: ADDRESSES, cc: ADDRESSES, bcc: ADDRESSES, attachments: ADDRESSES },
    ...{ subject: STRING, body: STRING },
  }),
  tool('create_file', { filename: STRING, content: STRING }),
];

/** One task that reads mail and then sends one, hijacked by the mail it reads. */
export interface SmallCase {
  readonly prompt: string;
  readonly injected: object;
  /** Further arguments of the mail that the user asked for. */
  readonly sent?: object;
}

/** Writes a {@link SmallCase} as a folder of cases. */
export async function writeCase(folder: string, about: SmallCase): Promise<void> {
  const result = { result_text: '', error: null, vectors_in_result: [] };
  const read = {
    ...{ function: 'get_unread_emails', args: {}, result_json: [{ body: 'mail' }] },
    ...{ ...result, marked_result_json: [{ body: '@@INJ:mail@@' }] },
  };
  const sent = { ...mailTo('bob@example.com', about.sent), ...result, result_json: {} };
  const pair = {
    ...{ suite: 'workspace', user_task: 'user_0', injection_task: 'injection_0' },
    ...{ inject_after_step: 0, injection_calls: [about.injected] },
  };
  const files = {
    'pairs.json': { pairs: [pair] },
    'workspace.suite.json': {
      ...{ suite: 'workspace', tools: TOOLS, environment_benign: {} },
      injection_tasks: [{ id: 'injection_0', goal: 'Do it.' }],
    },
    'workspace.replay.json': {
      replays: [{ user_task: 'user_0', prompt: about.prompt, steps: [read, sent] }],
    },
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), JSON.stringify(content));
}
