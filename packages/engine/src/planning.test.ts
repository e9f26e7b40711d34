import { type AgentDefinition, type Json, label, type RunEvent } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { commandKey, fold, outstanding, type TurnState } from './index.ts';
import { done, failed, reply, started, tainted } from './testing/events.ts';

const FACTS = {
  'mail.send': { effect: 'send', sinks: { '/to': 'dest' } },
  'mail.read': { effect: 'read', sinks: { '/id': 'sel' } },
} as const;
const inputOf = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });

/** A run's start whose agent plans. */
function starting(
  more: Partial<AgentDefinition> = { planning: 'when-acting' },
  messages: Extract<RunEvent, { kind: 'run.started' }>['messages'] = [],
  actions: readonly (keyof typeof FACTS)[] = ['mail.send', 'mail.read'],
): Extract<RunEvent, { kind: 'run.started' }> {
  if (started.kind !== 'run.started') throw new Error('a start');
  const { agent } = started.start;
  const tools = actions.map((action) => ({
    ...{ action, pin: 'p', connection: 'con_1', description: `Does ${action}.` },
    input: inputOf(action === 'mail.send' ? 'to' : 'id'),
    facts: FACTS[action],
  }));
  const definition = { ...agent.definition, ...more };
  return {
    ...started,
    start: { ...started.start, agent: { ...agent, definition, tools } },
    messages: [...started.messages, ...messages],
  };
}

const SLOT = {
  action: 'mail.send',
  atMost: 1,
  arguments: { '/to': { kind: 'one-of', values: [{ kind: 'constant', value: 'bob@x.example' }] } },
};
const plan = (contract: Json = { version: 1, slots: [SLOT] }) =>
  reply('run_1.0', JSON.stringify(contract));

/** Folds, and records what is to be recorded, as the runtime does. */
function run(...events: readonly RunEvent[]): TurnState {
  let state: TurnState | null = null;
  for (const event of events) {
    state = fold(state, event);
    const [command] = outstanding(state);
    if (command?.kind === 'agree') state = fold(state, command.event);
  }
  if (state === null) throw new Error('no events');
  return state;
}
const codeOf = (...events: readonly RunEvent[]) => {
  let state: TurnState | null = null;
  for (const event of events) state = fold(state, event);
  const [command] = state === null ? [] : outstanding(state);
  if (command?.kind !== 'agree') return command?.kind;
  return command.event.kind === 'intent.missing' ? command.event.code : command.event.kind;
};

describe('a run that plans', () => {
  test('asks in a context of what was typed, and of nothing that was pasted, attached or said before', () => {
    const before = { role: 'assistant', text: 'EARLIER', calls: [], label: tainted } as const;
    const state = fold(null, {
      ...starting({ planning: 'when-acting', instructions: 'Be brief.' }, [
        { role: 'user', text: 'PASTED', label: label('untrusted') },
        {
          ...{ role: 'user', text: 'and Bob too', label: label('principal') },
          files: [{ object: 'obj_1', name: 'FILENAME', mediaType: 'text/plain', bytes: 1 }],
        },
      ]),
      history: [before],
    });
    const [command, another] = outstanding(state);
    expect(another).toBeUndefined();
    expect(command).toMatchObject({
      ...{ kind: 'generate', call: 'run_1.0', purpose: 'plan', delayMs: 0 },
      request: {
        messages: [{ text: 'hello' }, { text: 'and Bob too' }],
        tools: [],
      },
      context: { integrity: 'principal' },
    });
    const asked = JSON.stringify(command);
    for (const word of ['EARLIER', 'PASTED', 'FILENAME']) expect(asked).not.toContain(word);
    for (const word of ['Be brief.', 'mail.send', '/to', 'dest']) expect(asked).toContain(word);
  });

  test('records the contract with its hash and the label of its context before the first turn', () => {
    const planned = fold(fold(null, starting()), plan());
    const [command] = outstanding(planned);
    expect(command).toMatchObject({
      kind: 'agree',
      event: {
        kind: 'intent.committed',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        context: { integrity: 'principal' },
      },
    });
    const state = run(starting(), plan());
    expect(state.intent).toMatchObject({
      contract: { slots: [SLOT, { action: 'mail.read', arguments: { '/id': { kind: 'open' } } }] },
      used: [0, 0],
    });
    expect(outstanding(state)).toMatchObject([
      { kind: 'generate', call: 'run_1.1', request: { messages: [{ text: 'hello' }] } },
    ]);
    expect(outstanding(state)[0]).not.toHaveProperty('purpose');
  });

  test('is told nothing of its plan, and its context stays as it was', () => {
    const state = run(starting(), plan());
    expect(state.messages).toHaveLength(1);
    expect(state.context).toEqual(run(starting({ planning: 'never' })).context);
  });

  test.each<[what: string, code: string, event: RunEvent]>([
    ['it replies with no contract', 'INTENT_INVALID', reply('run_1.0', 'Sure!')],
    ['it finds nothing that is asked for', 'INTENT_EMPTY', plan({ version: 1, slots: [] })],
    ['the model fails', 'INTENT_FAILED', failed('run_1.0', 'MODEL_TIMEOUT')],
    [
      'it may not be asked',
      'INTENT_REFUSED',
      { kind: 'call.refused', call: 'run_1.0', code: 'BUDGET_EXHAUSTED', reason: 'tokens' },
    ],
  ])('goes on without a contract where %s', (_, code, event) => {
    expect(codeOf(starting(), event)).toBe(code);
    const state = run(starting(), event);
    expect(state.intent).toBeUndefined();
    expect(outstanding(state)).toMatchObject([{ kind: 'generate', call: 'run_1.1' }]);
  });

  test('is asked once, and hears of nothing else meanwhile', () => {
    const planning = fold(null, starting());
    expect(fold(planning, done('run_1.7', { text: '{}' }))).toBe(planning);
    expect(fold(planning, { ...agreed, kind: 'intent.committed' })).toBe(planning);
  });

  test('has no contract where somebody outside described a tool, or nothing was typed', () => {
    const start = starting();
    const [known, ...others] = start.start.agent.tools;
    if (!known) throw new Error('a tool');
    const { facts: _facts, ...foreign } = known;
    const agent = { ...start.start.agent, tools: [foreign, ...others] };
    expect(codeOf({ ...start, start: { ...start.start, agent } })).toBe(
      'INTENT_TOOLS_FROM_OUTSIDE',
    );
    const pasted = { role: 'user', text: 'x', label: label('untrusted') } as const;
    expect(codeOf({ ...start, messages: [pasted] })).toBe('INTENT_NOTHING_TYPED');
  });

  test.each([
    ['its version says never', starting({ planning: 'never' })],
    ['its version is from before', starting({})],
    ['it can only look', starting({ planning: 'when-acting' }, [], ['mail.read'])],
  ])('does not where %s', (_, start) => {
    expect(outstanding(fold(null, start))).toMatchObject([{ kind: 'generate', call: 'run_1.0' }]);
    expect(outstanding(fold(null, start))[0]).not.toHaveProperty('purpose');
  });
});

const agreed = {
  contract: { version: 1 as const, slots: [] },
  hash: 'h',
  context: label('principal'),
};

describe('a contract', () => {
  const calling = () => run(starting(), plan(), reply('run_1.1', '', ['mail_send', 'mail_send']));
  const placed = (call: string, place?: number): RunEvent =>
    ({ ...done(call, {}), ...(place === undefined ? {} : { place }) }) as RunEvent;

  test('counts the calls that took a place of it, whatever came of them', () => {
    expect(fold(calling(), placed('run_1.2', 0)).intent?.used).toEqual([1, 0]);
    expect(fold(calling(), placed('run_1.2')).intent?.used).toEqual([0, 0]);
    const lost: RunEvent = {
      ...{ kind: 'call.outcome', call: 'run_1.2', question: null, place: 0 },
      outcome: { kind: 'unknown', why: 'crash', usage: {} },
    };
    expect(fold(calling(), lost).intent?.used).toEqual([1, 0]);
  });

  test('counts neither what was refused nor what was denied', () => {
    const refused = fold(calling(), {
      ...{ kind: 'call.refused', call: 'run_1.2', code: 'DENIED', reason: 'no' },
    });
    expect(refused.intent?.used).toEqual([0, 0]);
  });

  test('is changed by nothing that comes later', () => {
    const state = calling();
    for (const event of [
      { kind: 'intent.committed', ...agreed },
      { kind: 'intent.missing', code: 'INTENT_EMPTY', reason: '' },
    ] as const)
      expect(fold(state, event)).toBe(state);
  });

  test('is the same after a JSON round trip at every step', () => {
    const events = [starting(), plan(), reply('run_1.1', '', ['mail_send']), placed('run_1.2', 0)];
    let state: TurnState | null = null;
    for (const event of events) {
      const restored: TurnState | null = JSON.parse(JSON.stringify(state)) as TurnState | null;
      state = fold(state, event);
      expect(fold(restored, event)).toEqual(state);
      const [command] = outstanding(state);
      if (command?.kind === 'agree') state = fold(state, command.event);
    }
    expect(state?.intent?.used).toEqual([1, 0]);
  });
});

test('commands of a plan are told apart from the turns after it', () => {
  const planning = fold(null, starting());
  const planned = fold(planning, plan());
  const keys = [planning, planned, run(starting(), plan())].map((state) =>
    outstanding(state).map(commandKey),
  );
  expect(keys).toEqual([['run_1.0'], ['agree'], ['run_1.1']]);
});
