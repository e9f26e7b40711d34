import type { Connection, JsonObject, ModelDelta } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { granted, quiet } from '../testing/granted.ts';
import { modelPerformer } from './perform.ts';
import type { Question, Said, Speaker } from './speaker.ts';

const REPLY = { text: 'Hi', calls: [], finish: 'stop', tokensIn: 3, tokensOut: 1 } as const;

function connection(id: string, kind: 'model' | 'mailbox'): Connection {
  return {
    id,
    workspace: 'ws_a',
    name: id,
    config:
      kind === 'model'
        ? { kind, provider: 'scripted', allowPrivate: false, script: 'x.json' }
        : { kind, folder: '/mail', owner: 'a@b.example', addresses: [] },
  };
}

async function ask(args: JsonObject, says: Said, bound: string | null = 'con_model') {
  const questions: Question[] = [];
  const deltas: ModelDelta[] = [];
  const speaker: Speaker = async (question, _signal, onDelta) => {
    questions.push(question);
    onDelta({ kind: 'text', text: 'Hi' });
    return says;
  };
  const speakers = {
    'openai-compatible': speaker,
    openai: speaker,
    anthropic: speaker,
    google: speaker,
    scripted: speaker,
    gullible: speaker,
  };
  const perform = modelPerformer({
    findConnection: async (_workspace, id) =>
      id === 'con_model'
        ? connection(id, 'model')
        : id === 'con_mail'
          ? connection(id, 'mailbox')
          : null,
    speakers,
  });
  const performed = await perform(
    granted('model.generate', args, { connection: bound, bounds: { timeoutMs: 5_000 } }),
    quiet({ onDelta: (delta) => deltas.push(delta) }),
  );
  return { performed, questions, deltas };
}

const REQUEST = {
  connection: 'con_model',
  name: 'm',
  instructions: '',
  messages: [],
  tools: [],
  maxOutputTokens: 10,
};

describe('model.generate', () => {
  it('gives the reply, passes text on, and counts tokens and bytes', async () => {
    const { performed, questions, deltas } = await ask(REQUEST, {
      kind: 'said',
      reply: REPLY,
      bytesOut: 99,
    });
    expect(performed).toEqual({
      kind: 'done',
      result: REPLY,
      usage: { tokensIn: 3, tokensOut: 1, bytesOut: 99 },
    });
    expect(deltas).toEqual([{ kind: 'text', text: 'Hi' }]);
    expect(questions[0]).toMatchObject({
      workspace: 'ws_a',
      run: 'run_a',
      call: 'run_a.7',
      timeoutMs: 5_000,
      config: { provider: 'scripted' },
    });
  });

  it('tells how long a provider asks to wait', async () => {
    const { performed } = await ask(REQUEST, {
      kind: 'failed',
      code: 'MODEL_RATE_LIMITED',
      detail: 'Slow down.',
      retryAfterMs: 7_000,
    });
    expect(performed).toMatchObject({
      kind: 'failed',
      code: 'MODEL_RATE_LIMITED',
      message: expect.stringContaining('Slow down.'),
      retryAfterMs: 7_000,
    });
  });

  it.each([
    [
      'another connection than the granted one',
      { ...REQUEST, connection: 'con_other' },
      'con_model',
    ],
    ['a connection of another kind', { ...REQUEST, connection: 'con_mail' }, 'con_mail'],
    ['a connection that is gone', { ...REQUEST, connection: 'con_gone' }, 'con_gone'],
    ['no connection', REQUEST, null],
  ])('asks nobody through %s', async (_name, args, bound) => {
    const { performed, questions } = await ask(
      args,
      { kind: 'said', reply: REPLY, bytesOut: 0 },
      bound,
    );
    expect(performed).toMatchObject({ code: 'EXECUTOR_CONNECTION_MISSING' });
    expect(questions).toEqual([]);
  });
});
