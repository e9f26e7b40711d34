import { label, type Message, type ModelDelta, type ModelRequest } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { scriptedSpeaker } from './scripted.ts';

const OWN = label('principal');
const SCRIPT = {
  turns: [
    { text: 'I look for {{user}}.', calls: [{ tool: 'mail_list', args: { limit: 2 } }] },
    {
      calls: [
        {
          tool: 'mail_send',
          args: {
            to: ['{{mail_list:/messages/0/from}}'],
            text: 'About {{mail_list:/messages/0/id}} and {{mail_list:/none}}',
            all: '{{mail_list:/messages}}',
          },
        },
        { tool: 'broken', args: 'no object' },
      ],
    },
    { text: 'Done.' },
  ],
};

async function play(
  messages: readonly Message[],
  script: unknown = SCRIPT,
  signal = new AbortController().signal,
  file = 'a.json',
) {
  const deltas: ModelDelta[] = [];
  const request: ModelRequest = {
    connection: 'c',
    name: 'm',
    instructions: '',
    messages,
    tools: [],
    maxOutputTokens: 10,
  };
  const speaker = scriptedSpeaker({
    readScript: async (path) => {
      if (path !== 'a.json') throw new Error('no such file');
      return JSON.stringify(script);
    },
    pace: null,
  });
  const config = {
    kind: 'model',
    provider: 'scripted',
    allowPrivate: false,
    script: file,
  } as const;
  const asked = { request, config, workspace: 'w', run: 'r', call: 'c', timeoutMs: 1 };
  return { said: await speaker(asked, signal, (delta) => deltas.push(delta)), deltas };
}

const user: Message = { role: 'user', text: 'my mail', label: OWN };
const first: Message = {
  role: 'assistant',
  text: '',
  calls: [{ id: 'script_1_1', call: 'r.1', tool: 'mail_list', args: { limit: 2 } }],
  label: OWN,
};
const listed: Message = {
  role: 'tool',
  call: 'r.1',
  tool: 'mail_list',
  content: { messages: [{ id: 'msg_1', from: 'a@b.example' }] },
  isError: false,
  label: OWN,
};

describe('a scripted model', () => {
  it('plays its turns in order, told by how often it has spoken', async () => {
    expect((await play([user])).said).toMatchObject({
      reply: {
        text: 'I look for my mail.',
        calls: [{ id: 'script_1_1', tool: 'mail_list', args: { limit: 2 } }],
        finish: 'tool-calls',
      },
    });
    const third = await play([
      user,
      first,
      listed,
      { role: 'assistant', text: 'x', calls: [], label: OWN },
    ]);
    expect(third.said).toMatchObject({ reply: { text: 'Done.', calls: [], finish: 'stop' } });
  });

  it('fills in what tools have given', async () => {
    expect((await play([user, first, listed])).said).toMatchObject({
      reply: {
        calls: [
          {
            args: {
              to: ['a@b.example'],
              text: 'About msg_1 and ',
              all: [{ id: 'msg_1', from: 'a@b.example' }],
            },
          },
          { tool: 'broken', args: null },
        ],
      },
    });
  });

  it('speaks word by word, and ends when it is over', async () => {
    const { deltas } = await play([user]);
    expect(deltas).toEqual([
      ...['I', ' look', ' for', ' my', ' mail.'].map((text) => ({ kind: 'text', text })),
      { kind: 'tool', tool: 'mail_list' },
    ]);
    const { said } = await play([user], { turns: [] });
    expect(said).toMatchObject({ reply: { text: 'The script has ended.', finish: 'stop' } });
  });

  it('stops when it is told to', async () => {
    const stopped = AbortSignal.abort(new Error('stop'));
    await expect(play([user], SCRIPT, stopped)).rejects.toThrow('stop');
  });

  it.each([['no JSON at all'], [{ turn: [] }], [[]]])(
    'refuses a script that is %j',
    async (script) => {
      expect((await play([user], script)).said).toMatchObject({ code: 'MODEL_SCRIPT_INVALID' });
    },
  );

  it('says that its file cannot be read', async () => {
    const signal = new AbortController().signal;
    const { said } = await play([user], SCRIPT, signal, 'gone.json');
    expect(said).toMatchObject({ code: 'MODEL_SCRIPT_INVALID' });
  });
});
