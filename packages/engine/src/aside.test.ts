import {
  type AgentDefinition,
  type Answer,
  type Command,
  label,
  type Message,
  type RunEvent,
} from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import {
  commandKey,
  fold,
  outstanding,
  performances,
  type TurnState,
  waitingFor,
} from './index.ts';
import { answered, done, failed, gave, held, reply, started, tainted } from './testing/events.ts';
import { going, mailing, starting, wishing } from './testing/going-on.ts';

const asked = (state: TurnState) => waitingFor(state).map((question) => question.id);
const keys = (state: TurnState) => outstanding(state).map(commandKey);
const run = (...events: readonly RunEvent[]) => {
  let state = fold(null, going);
  for (const event of events) state = fold(state, event);
  return state;
};
const yes: Answer = { kind: 'approve', callHash: 'h' };
const results = (state: TurnState) =>
  state.messages.filter(
    (message): message is Extract<Message, { role: 'tool' }> => message.role === 'tool',
  );
const lateOf = (state: TurnState) => results(state).filter(({ late }) => late);

/** Three mails are held in one turn: calls 1 to 3, and the model speaks as call 4. */
const three = [
  reply('run_1.0', '', ['mail_send', 'mail_send', 'mail_send']),
  ...[1, 2, 3].map((n) => held(`run_1.${n}`, `qst_${n}`)),
] as const;

describe('a run that goes on while people are asked', () => {
  test('is told of each held call in our words, quoting nothing, and speaks again with all questions open', () => {
    const state = run(...three);
    expect(asked(state)).toEqual(['qst_1', 'qst_2', 'qst_3']);
    expect(keys(state)).toEqual(['run_1.4']);
    const told = results(state);
    expect(told.map(({ call }) => call)).toEqual(['run_1.1', 'run_1.2', 'run_1.3']);
    for (const { content, label: of, isError, late } of told) {
      expect(of).toMatchObject({ integrity: 'system', provenance: { sources: [] } });
      expect({ isError, late }).toEqual({ isError: true, late: undefined });
      expect(content).toEqual({ held: expect.stringContaining('It has not happened') });
    }
    expect(new Set(told.map(({ content }) => JSON.stringify(content))).size).toBe(1);
  });

  test('sets nothing aside before every call of the turn is settled or asked', () => {
    const state = run(...three.slice(0, 3));
    expect(keys(state)).toEqual(['run_1.3']);
    expect(asked(state)).toEqual(['qst_1', 'qst_2']);
    expect(results(state)).toEqual([]);
  });

  test('performs what a person said yes to while the model speaks, and tells it at the next point where it is asked', () => {
    const speaking = run(...three);
    const approved = fold(speaking, answered('run_1.2', 'qst_2', yes));
    expect(keys(approved)).toEqual(['run_1.4', 'run_1.2!qst_2']);
    // What the model was asked stays what it was, whenever a restart asks it again.
    expect(outstanding(approved)[0]).toEqual(outstanding(speaking)[0]);
    const sent = fold(approved, done('run_1.2', { sent: true }, tainted));
    expect(outstanding(sent)).toEqual(outstanding(speaking));
    expect(sent.context.integrity).toBe('principal');
    const read = fold(sent, reply('run_1.4', '', ['mail_read']));
    expect(read.context.integrity).toBe('principal');
    const next = fold(read, done('run_1.5', { body: 'x' }));
    expect(lateOf(next)).toMatchObject([
      { call: 'run_1.2', content: { sent: true }, label: tainted },
    ]);
    expect(next.context.integrity).toBe('untrusted');
    expect(asked(next)).toEqual(['qst_1', 'qst_3']);
  });

  test('waits once the model has nothing more to say, and asks it for its last words when all is settled', () => {
    let state = run(...three, reply('run_1.4', 'I wait.'));
    expect(keys(state)).toEqual([]);
    for (const [n, answer] of [
      [3, yes],
      [1, { kind: 'deny', reason: 'no' }],
      [2, { kind: 'expired' }],
    ] as const)
      state = fold(state, answered(`run_1.${n}`, `qst_${n}`, answer));
    expect(keys(state)).toEqual(['run_1.3!qst_3']);
    state = fold(state, done('run_1.3', { sent: true }));
    expect(keys(state)).toEqual(['run_1.5']);
    expect(lateOf(state)).toMatchObject([
      {
        call: 'run_1.1',
        content: { denied: 'no' },
        label: label('principal', 'public', ['qst_1#/answer']),
      },
      { call: 'run_1.2', content: { denied: 'Nobody answered in time.' } },
      { call: 'run_1.3', content: { sent: true }, isError: false },
    ]);
    expect(outstanding(fold(state, reply('run_1.5', 'One was sent.')))).toMatchObject([
      { kind: 'end', result: { kind: 'answered', text: 'One was sent.' } },
    ]);
  });

  test('does not end with words that were said before what became of a call was heard', () => {
    let state = fold(
      run(...three.slice(0, 1), held('run_1.1', 'qst_1'), done('run_1.2', 1), done('run_1.3', 1)),
      answered('run_1.1', 'qst_1', yes),
    );
    state = fold(state, done('run_1.1', { sent: true }));
    expect(keys(fold(state, reply('run_1.4', 'It waits for you.')))).toEqual(['run_1.5']);
  });

  test('puts a wish to nobody twice while its twin is aside, in the same reply or a later one', () => {
    const same = run(mailing(['a', 'a', 'b']), held('run_1.1', 'qst_1'));
    expect(keys(same)).toEqual(['run_1.3']);
    const first = fold(same, held('run_1.3', 'qst_3'));
    expect(asked(first)).toEqual(['qst_1', 'qst_3']);
    const again = fold(first, mailing(['b', 'c'], 'run_1.4'));
    expect(keys(again)).toEqual(['run_1.6']);
    expect(results(fold(again, done('run_1.6', {}))).at(-2)).toMatchObject({
      call: 'run_1.5',
      content: { held: expect.stringContaining('asked for before') },
      label: { integrity: 'system' },
    });
    // It was performed, and the model has not heard of it: nobody is asked, and it does not happen twice.
    const sent = fold(fold(first, answered('run_1.1', 'qst_1', yes)), done('run_1.1', {}));
    expect(keys(fold(sent, mailing(['a'], 'run_1.4')))).toEqual(['run_1.6']);
    // It has heard of it: the same words are a new wish.
    expect(keys(fold(fold(sent, mailing(['c'], 'run_1.4')), done('run_1.5', {})))).toEqual([
      'run_1.6',
    ]);
    const heard = fold(
      fold(fold(sent, mailing(['c'], 'run_1.4')), done('run_1.5', {})),
      mailing(['a'], 'run_1.6'),
    );
    expect(keys(heard)).toEqual(['run_1.7']);
  });

  test('takes an edit for the same wish, and tells the model which of its calls the result is of', () => {
    const edited = fold(
      run(...three),
      answered('run_1.1', 'qst_1', { kind: 'edit', callHash: 'h', args: { to: 'me' } }),
    );
    expect(keys(edited)).toEqual(['run_1.4', 'run_1.5']);
    const reheld = fold(edited, held('run_1.5', 'qst_5'));
    expect(asked(reheld)).toEqual(['qst_5', 'qst_2', 'qst_3']);
    const repeated = fold(reheld, wishing('run_1.4', { to: 'r0' }));
    expect(keys(repeated)).toEqual(['run_1.7']);
    const sent = fold(
      fold(fold(reheld, answered('run_1.5', 'qst_5', yes)), gave('run_1.5', { id: 7 })),
      wishing('run_1.4', { to: 'x' }),
    );
    const told = fold(sent, done('run_1.6', {}));
    expect(lateOf(told)).toMatchObject([
      {
        call: 'run_1.5',
        wish: 'run_1.1',
        content: { note: expect.any(String), result: { id: 7 } },
      },
    ]);
    expect(performances(sent)).toEqual(performances(told));
    expect(performances(told)).toMatchObject([{ args: { to: 'me' }, value: { id: 7 } }]);
  });

  test('goes on while a person is asked whether a lost call happened', () => {
    const lost: RunEvent = {
      kind: 'call.outcome',
      call: 'run_1.1',
      outcome: { kind: 'unknown', why: 'crash', usage: {} },
      question: { id: 'qst_9', expiresAt: 9 },
    };
    const one = run(reply('run_1.0', '', ['mail_send']), lost);
    expect(results(one)).toMatchObject([
      { content: { unknown: expect.stringContaining('may have happened') } },
    ]);
    const aside = fold(fold(run(...three), answered('run_1.1', 'qst_1', yes)), lost);
    expect(asked(aside)).toContain('qst_9');
    expect(
      keys(fold(aside, answered('run_1.1', 'qst_9', { kind: 'repeat', callHash: 'h' }))),
    ).toContain('run_1.1!qst_9');
  });

  test('leaves nothing undone that people are asked or said yes to where the model fails', () => {
    const broken = fold(
      run(...three.slice(0, 1), held('run_1.1', 'qst_1'), done('run_1.2', 1), done('run_1.3', 1)),
      failed('run_1.4', 'MODEL_AUTH'),
    );
    expect(outstanding(broken)).toEqual([]);
    const approved = fold(broken, answered('run_1.1', 'qst_1', yes));
    expect(keys(approved)).toEqual(['run_1.1!qst_1']);
    expect(outstanding(fold(approved, done('run_1.1', {})))).toMatchObject([
      { kind: 'end', result: { kind: 'failed', code: 'MODEL_AUTH' } },
    ]);
    const used = fold(run(...three), {
      kind: 'call.refused',
      call: 'run_1.4',
      code: 'BUDGET_EXHAUSTED',
      reason: 'steps',
    });
    expect(asked(used)).toHaveLength(3);
  });

  test('ends at once when it is cancelled, whatever is aside', () => {
    const state = fold(fold(run(...three), answered('run_1.1', 'qst_1', yes)), {
      kind: 'run.cancelled',
      by: 'usr_1',
      reason: '',
    });
    expect(outstanding(state)).toMatchObject([{ kind: 'end', result: { kind: 'cancelled' } }]);
    expect(waitingFor(state)).toEqual([]);
  });
});

test.each<[AgentDefinition['onHold']]>([[undefined], ['wait']])(
  'where the agent waits (%s), the model hears nothing before every answer is there',
  (onHold) => {
    let state = fold(null, starting(onHold));
    for (const event of three) state = fold(state, event);
    expect(outstanding(state)).toEqual([]);
    for (const n of [1, 2, 3]) {
      expect(state).not.toHaveProperty('aside');
      state = fold(state, answered(`run_1.${n}`, `qst_${n}`, { kind: 'deny', reason: '' }));
    }
    expect(keys(state)).toEqual(['run_1.4']);
    expect(lateOf(state)).toEqual([]);
  },
);

test('a run that began before runs could go on is folded as it was', () => {
  let before = fold(null, started);
  for (const event of three) before = fold(before, event);
  expect(outstanding(before)).toEqual([] satisfies readonly Command[]);
});
