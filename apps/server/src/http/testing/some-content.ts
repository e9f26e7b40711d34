import {
  type ActionDescriptor,
  type AgentDefinition,
  type CaseRecord,
  type Connection,
  digest,
  label,
  type MailMessage,
  type OutboxMail,
  type QuestionRecord,
  type Simulation,
} from '@countersign/contract';

/** An action such as the catalog holds. */
export const someAction: ActionDescriptor = {
  id: 'mail.send',
  title: 'Send a mail',
  description: 'Sends a mail.',
  effect: 'send',
  repeat: 'once',
  input: { type: 'object', properties: { to: { type: 'string', maxLength: 100 } } },
  output: { type: 'object' },
  sinks: { '/to': 'dest' },
  results: {},
  bounds: { maxInputBytes: 1000, maxOutputBytes: 1000, timeoutMs: 1000, maxCallsPerRun: 5 },
  connection: 'smtp',
  sentence: 'Send a mail to {/to}',
};

/** A case. */
export const someCase: CaseRecord = {
  id: 'cas_1',
  number: 1,
  title: 'Phish',
  description: '',
  status: 'new',
  priority: 'high',
  severity: 'low',
  createdAt: 0,
  createdBy: 'usr_owner',
  label: label('untrusted'),
};

/** A mail that was sent. */
export const someMail: OutboxMail = {
  id: 'out_1',
  at: 0,
  from: 'me@example.com',
  to: ['bob@example.com'],
  subject: 'Hello',
  text: 'Hello',
  raw: 'Subject: Hello',
};

/** A mail that came in. */
export const someMessage: MailMessage = {
  id: 'mailbox_1',
  from: 'Eve <eve@example.com>',
  replyTo: [],
  to: ['usr_user@example.com'],
  cc: [],
  subject: 'Hello',
  at: 0,
  bytes: 12,
  text: 'Hello <b>you</b>',
  textFrom: 'plain',
  links: [],
  hidden: { characters: 0, ways: [], text: '' },
  attachments: [],
  headers: [{ name: 'Subject', value: 'Hello' }],
  problems: [],
};

/** A draft that can be published. */
export const someDraft: AgentDefinition = {
  name: 'Triage',
  description: '',
  instructions: 'Read the mail.',
  model: { connection: 'con_model', name: 'scripted', maxOutputTokens: 100 },
  tools: [{ action: 'mail.send', connection: 'con_smtp' }],
  opening: '',
  suggestions: [],
  limits: {},
  questionTtlMs: 86_400_000,
};

/** A connection of each kind that {@link someDraft} and the mailbox door need. */
export function someConnections(workspace: string): readonly Connection[] {
  return [
    {
      id: 'con_model',
      workspace,
      name: 'Model',
      config: { kind: 'model', provider: 'scripted', allowPrivate: false },
    },
    {
      id: 'con_smtp',
      workspace,
      name: 'Out',
      config: {
        kind: 'smtp',
        host: 'mail.example.com',
        port: 25,
        tls: 'none',
        from: 'me@example.com',
        allowPrivate: false,
      },
    },
    {
      id: 'con_mail',
      workspace,
      name: 'In',
      config: { kind: 'mailbox', folder: '/mail', owner: 'usr_user@example.com', addresses: [] },
    },
  ];
}

/** An open question about a run's call. */
export function someQuestion(
  about: Pick<QuestionRecord, 'id' | 'workspace' | 'run' | 'requestedBy'>,
): QuestionRecord {
  return {
    call: `${about.run}.1`,
    callHash: digest(about.id),
    kind: 'call',
    action: 'mail.send',
    effect: 'send',
    sentence: 'Send a mail to “bob@example.com”',
    args: { to: 'bob@example.com' },
    missing: [],
    askedAt: 0,
    expiresAt: 1,
    status: 'open',
    answeredBy: null,
    answeredAt: null,
    answer: null,
    ...about,
  };
}

export const someSimulation: Simulation = {
  ...{ runs: 1, calls: 1, changed: 0, uncertain: 0, leftOut: 0, next: null },
  recorded: { allowed: 1, held: 0, refused: 0 },
  would: { allowed: 1, held: 0, refused: 0 },
  ...{ differences: [], unsaid: [] },
};
