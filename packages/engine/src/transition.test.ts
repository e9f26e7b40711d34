import { label, type RunEvent } from '@countersign/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  commandKey,
  fold,
  outstanding,
  performances,
  type TurnState,
  transition,
  waitingFor,
  wishOf,
} from './index.ts';
import {
  answered,
  done,
  failed,
  gave,
  held,
  reply,
  run,
  started,
  tainted,
} from './testing/events.ts';

const asked = (state: TurnState) => waitingFor(state).map((question) => question.id);
const keys = (state: TurnState) => outstanding(state).map(commandKey);

test('a started run asks the model, and its text ends the run', () => {
  const first = transition(null, started);
  expect(first.commands).toMatchObject([
    {
      kind: 'generate',
      call: 'run_1.0',
      request: { instructions: 'Be kind.', messages: [{ text: 'hello' }] },
    },
  ]);
  const second = transition(first.state, reply('run_1.0', 'hi'));
  expect(second.commands).toMatchObject([
    { kind: 'end', result: { kind: 'answered', text: 'hi' } },
  ]);
});

test('tool calls carry the label of the context they were made in', () => {
  const state = run(
    started,
    reply('run_1.0', '', ['mail_read']),
    done('run_1.1', { body: 'x' }, tainted),
    reply('run_1.2', '', ['mail_send']),
  );
  const [command] = outstanding(state);
  expect(command).toMatchObject({
    kind: 'call',
    call: { action: 'mail.send', context: { integrity: 'untrusted', readers: ['user:usr_1'] } },
  });
});

test('results go back in the order the model asked, once all are there', () => {
  const asked = run(
    started,
    reply('run_1.0', '', ['mail_read', 'mail_send']),
    done('run_1.2', { second: true }),
  );
  expect(keys(asked)).toEqual(['run_1.1']);
  const all = fold(asked, done('run_1.1', { first: true }));
  expect(all.messages.slice(-2)).toMatchObject([
    { content: { first: true } },
    { content: { second: true } },
  ]);
  expect(keys(all)).toEqual(['run_1.3']);
});

test('a refusal, a failure, an unknown tool and broken arguments go to the model, not to the run', () => {
  const refused = run(started, reply('run_1.0', '', ['mail_send']), {
    kind: 'call.refused',
    call: 'run_1.1',
    code: 'NOT_AUTHORIZED',
    reason: 'no',
  });
  expect(refused.messages.at(-1)).toMatchObject({
    role: 'tool',
    isError: true,
    content: { refused: { code: 'NOT_AUTHORIZED' } },
    label: { integrity: 'system' },
  });
  const broken = run(
    started,
    reply('run_1.0', '', ['mail_send']),
    failed('run_1.1', 'HTTP_TIMEOUT'),
  );
  expect(broken.messages.at(-1)).toMatchObject({
    isError: true,
    label: { integrity: 'untrusted' },
  });
  const unknown = run(started, reply('run_1.0', '', ['rm_rf']));
  expect(unknown.messages.at(-1)).toMatchObject({
    isError: true,
    content: { error: { code: 'TOOL_UNKNOWN' } },
  });
  for (const state of [refused, broken, unknown])
    expect(outstanding(state)).toMatchObject([{ kind: 'generate' }]);
});

test('a held call waits for its own question only, and an approval asks for exactly that call again', () => {
  const state = run(started, reply('run_1.0', '', ['mail_send']), held('run_1.1', 'qst_1'));
  expect(asked(state)).toEqual(['qst_1']);
  expect(outstanding(state)).toEqual([]);
  expect(fold(state, answered('run_1.1', 'qst_other', { kind: 'approve', callHash: 'h' }))).toEqual(
    state,
  );
  const yes = transition(state, answered('run_1.1', 'qst_1', { kind: 'approve', callHash: 'h' }));
  expect(yes.commands).toMatchObject([
    {
      kind: 'call',
      call: { id: 'run_1.1' },
      approval: { question: 'qst_1', callHash: 'h', by: 'usr_1' },
    },
  ]);
});

test('an edit is another call with a new id and no approval', () => {
  const state = run(
    started,
    reply('run_1.0', '', ['mail_send']),
    held('run_1.1', 'qst_1'),
    answered('run_1.1', 'qst_1', { kind: 'edit', callHash: 'h', args: { to: 'me' } }),
  );
  expect(outstanding(state)).toMatchObject([
    { call: { id: 'run_1.2', args: { to: 'me' } }, approval: null },
  ]);
});

test('a denial and a timeout tell the model and perform nothing', () => {
  for (const answer of [{ kind: 'deny', reason: 'never' }, { kind: 'expired' }] as const) {
    const state = run(
      started,
      reply('run_1.0', '', ['mail_send']),
      held('run_1.1', 'qst_1'),
      answered('run_1.1', 'qst_1', answer),
    );
    expect(outstanding(state)).toMatchObject([{ kind: 'generate' }]);
    expect(state.messages.at(-1)).toMatchObject({ isError: true });
  }
});

test('what a person gives as the reason of a no is theirs, and its source is told', () => {
  const state = run(
    started,
    reply('run_1.0', '', ['mail_send']),
    held('run_1.1', 'qst_1'),
    answered('run_1.1', 'qst_1', { kind: 'deny', reason: 'never' }),
  );
  expect(state.messages.at(-1)?.label).toEqual(label('principal', 'public', ['qst_1#/answer']));
});

test('what a person denied is remembered as a wish, whichever call it comes in', () => {
  const state = run(
    started,
    reply('run_1.0', '', ['mail_send']),
    held('run_1.1', 'qst_1'),
    answered('run_1.1', 'qst_1', { kind: 'deny', reason: 'no' }),
    reply('run_1.2', '', ['mail_send']),
  );
  const [again] = outstanding(state);
  expect(again?.kind === 'call' && state.denied.includes(wishOf(again.call))).toBe(true);
  expect(
    again?.kind === 'call' &&
      state.denied.includes(wishOf({ ...again.call, args: { to: 'other' } })),
  ).toBe(false);
});

test('a lost answer asks a person; it can be confirmed or repeated but not approved', () => {
  const lost: RunEvent = {
    kind: 'call.outcome',
    call: 'run_1.1',
    outcome: { kind: 'unknown', why: 'crash', usage: {} },
    question: { id: 'qst_9', expiresAt: 9 },
  };
  const state = run(started, reply('run_1.0', '', ['mail_send']), lost);
  expect(asked(state)).toEqual(['qst_9']);
  expect(
    outstanding(fold(state, answered('run_1.1', 'qst_9', { kind: 'approve', callHash: 'h' }))),
  ).toEqual([]);
  expect(
    outstanding(fold(state, answered('run_1.1', 'qst_9', { kind: 'happened' }))),
  ).toMatchObject([{ kind: 'generate' }]);
  expect(
    outstanding(fold(state, answered('run_1.1', 'qst_9', { kind: 'repeat', callHash: 'h' }))),
  ).toMatchObject([{ call: { id: 'run_1.1' }, approval: { callHash: 'h' } }]);
});

test('a held call cannot be talked into having happened', () => {
  const state = run(started, reply('run_1.0', '', ['mail_send']), held('run_1.1', 'qst_1'));
  expect(asked(fold(state, answered('run_1.1', 'qst_1', { kind: 'happened' })))).toEqual(['qst_1']);
});

test('the model is asked again after passing troubles, three times at most', () => {
  let state = run(started);
  state = fold(state, failed('run_1.0', 'MODEL_RATE_LIMITED'));
  expect(outstanding(state)).toMatchObject([{ kind: 'generate', call: 'run_1.1', delayMs: 2000 }]);
  state = fold(
    fold(state, failed('run_1.1', 'MODEL_UNAVAILABLE')),
    failed('run_1.2', 'MODEL_UNAVAILABLE'),
  );
  expect(outstanding(state)).toMatchObject([
    { kind: 'end', result: { kind: 'failed', code: 'MODEL_UNAVAILABLE' } },
  ]);
  expect(outstanding(run(started, failed('run_1.0', 'MODEL_AUTH')))).toMatchObject([
    { kind: 'end', result: { code: 'MODEL_AUTH' } },
  ]);
});

test('a provider that asks for patience is given it, within bounds', () => {
  const limited = (retryAfterMs: number): RunEvent => {
    const event = failed('run_1.0', 'MODEL_RATE_LIMITED');
    if (event.kind !== 'call.outcome') throw new Error('an outcome');
    return { ...event, outcome: { ...event.outcome, retryAfterMs } as typeof event.outcome };
  };
  expect(outstanding(run(started, limited(5_000)))).toMatchObject([{ delayMs: 5_000 }]);
  expect(outstanding(run(started, limited(9e9)))).toMatchObject([{ delayMs: 60_000 }]);
});

test('a cancel ends the run whatever it was doing, and nothing changes after the end', () => {
  const state = run(started, reply('run_1.0', '', ['mail_send']), {
    kind: 'run.cancelled',
    by: 'usr_1',
    reason: 'stop',
  });
  expect(outstanding(state)).toMatchObject([{ kind: 'end', result: { kind: 'cancelled' } }]);
  expect(fold(state, done('run_1.1', { sent: true }))).toBe(state);
});

test('a refused model call ends the run with the reason', () => {
  const state = run(started, {
    kind: 'call.refused',
    call: 'run_1.0',
    code: 'BUDGET_EXHAUSTED',
    reason: 'tokens',
  });
  expect(outstanding(state)).toMatchObject([
    { kind: 'end', result: { kind: 'failed', code: 'BUDGET_EXHAUSTED' } },
  ]);
});

/** Drives random legal and illegal events; what a runtime could ever append. */
const anyEvent = (state: TurnState): fc.Arbitrary<RunEvent> => {
  const calls = [
    'run_1.0',
    'run_1.1',
    'run_1.2',
    'run_1.3',
    ...outstanding(state).flatMap((c) =>
      c.kind === 'generate' ? [c.call] : c.kind === 'call' ? [c.call.id] : [],
    ),
  ];
  const call = fc.constantFrom(...calls);
  const question = fc.constantFrom('q0', 'q1', ...asked(state));
  return fc.oneof(
    call.map((c) => reply(c, 'text', ['mail_send', 'mail_read'])),
    call.map((c) => reply(c, 'bye')),
    call.map((c) => done(c, { ok: 1 }, tainted)),
    call.map((c) => gave(c, { id: 7 })),
    call.map((c) => failed(c, 'MODEL_UNAVAILABLE')),
    fc.tuple(call, question).map(([c, q]) => held(c, q)),
    fc.tuple(call, question).map(([c, q]) => answered(c, q, { kind: 'approve', callHash: 'h' })),
    fc
      .tuple(call, question)
      .map(([c, q]) => answered(c, q, { kind: 'edit', callHash: 'h', args: {} })),
    fc.tuple(call, question).map(([c, q]) => answered(c, q, { kind: 'deny', reason: '' })),
  );
};

test('whatever events come, call ids stay unique, the context label never improves, and a JSON round trip changes nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 30 }), (seed) => {
      let state = run(started);
      const seen = new Set<string>();
      for (let step = 0; step < 25; step++) {
        const [event] = fc.sample(anyEvent(state), { seed: seed + step, numRuns: 1 });
        if (!event) continue;
        // A model's reply to a tool call is not a thing a runtime can append.
        if (
          event.kind === 'call.outcome' &&
          event.outcome.kind === 'done' &&
          state.phase.kind === 'generating' &&
          !('finish' in (event.outcome.result.value as object))
        )
          continue;
        const { state: next, commands } = transition(state, event);
        for (const command of commands) {
          if (command.kind === 'end') continue;
          const key = commandKey(command);
          expect(seen.has(key)).toBe(false);
          seen.add(key);
        }
        if (state.context.integrity === 'untrusted')
          expect(next.context.integrity).toBe('untrusted');
        const restored = fold(JSON.parse(JSON.stringify(state)) as TurnState, event);
        expect(restored).toEqual(next);
        expect(performances(restored)).toEqual(performances(next));
        state = next;
      }
    }),
    { numRuns: 300 },
  );
});
