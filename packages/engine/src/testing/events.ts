import {
  type Answer,
  type Json,
  type Labelled,
  label,
  type ResultBasis,
  type RunEvent,
  type RunStart,
  SYSTEM,
} from '@countersign/contract';
import type { TurnState } from '../state.ts';
import { fold } from '../transition.ts';

// The events of a run, as tests of the engine make them.

const start: RunStart = {
  actor: {
    workspace: 'ws_1',
    person: 'usr_1',
    roles: ['owner'],
    agent: 'agt_1',
    agentVersion: 1,
    run: 'run_1',
  },
  grant: {
    actions: ['mail.send', 'mail.read'],
    connections: ['con_1'],
    expiresAt: 1e15,
    ancestors: [],
  },
  agent: {
    id: 'agt_1',
    version: 1,
    definition: {
      name: 'a',
      description: '',
      instructions: 'Be kind.',
      model: { connection: 'con_m', name: 'm', maxOutputTokens: 100 },
      tools: [],
      opening: '',
      suggestions: [],
      limits: {},
      questionTtlMs: 60_000,
    },
    tools: ['mail.send', 'mail.read'].map((action) => ({
      action,
      pin: 'p',
      connection: 'con_1',
      description: '',
      input: {},
    })),
  },
  trigger: { kind: 'chat', by: 'usr_1' },
  conversation: null,
};
export const started: RunEvent = {
  kind: 'run.started',
  start,
  history: [],
  messages: [{ role: 'user', text: 'hello', label: label('principal') }],
};
export const tainted = label('untrusted', ['user:usr_1'], ['mail:1#/body']);
const labelled = (value: Json, of = SYSTEM): Labelled => ({ value, label: of, leaves: {} });
export const done = (call: string, value: Json, of = SYSTEM): RunEvent => ({
  kind: 'call.outcome',
  call,
  outcome: { kind: 'done', result: labelled(value, of), usage: {} },
  question: null,
});
export const BASIS: ResultBasis = {
  choice: 'clean',
  labels: { label: tainted, fields: { '/id': SYSTEM }, stored: {} },
};
export const gave = (call: string, value: Json): RunEvent =>
  ({ ...done(call, value), basis: BASIS }) as RunEvent;
export const reply = (call: string, text: string, tools: readonly string[] = []): RunEvent =>
  done(call, {
    text,
    calls: tools.map((tool, index) => ({ id: `t${index}`, tool, args: { to: `r${index}` } })),
    finish: tools.length ? 'tool-calls' : 'stop',
    tokensIn: 1,
    tokensOut: 1,
  });
export const failed = (call: string, code: string): RunEvent => ({
  kind: 'call.outcome',
  call,
  outcome: { kind: 'failed', code, message: labelled('no', tainted), usage: {} },
  question: null,
});
export const held = (call: string, question: string): RunEvent => ({
  kind: 'call.held',
  call,
  question: { id: question, expiresAt: 9 },
  why: { effect: 'send', steps: [], leaves: [], policies: [], policyVersion: 'v' },
});
export const answered = (call: string, question: string, answer: Answer): RunEvent => ({
  kind: 'question.answered',
  question,
  call,
  answer,
  by: 'usr_1',
  endorsements: [],
  leaves: {},
});
export const run = (...events: readonly RunEvent[]): TurnState => {
  let state: TurnState | null = null;
  for (const event of events) state = fold(state, event);
  if (!state) throw new Error('no events');
  return state;
};
