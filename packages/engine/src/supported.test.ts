import type { Command, RunEvent } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { fold, outstanding, type TurnState, waitingFor } from './index.ts';
import { answered, held, reply, run, started } from './testing/events.ts';

const HASH = 'h';
const asking = () => run(started, reply('run_1.0', '', ['mail_send']), held('run_1.1', 'qst_1'));
const supported = (by: string, callHash = HASH, question = 'qst_1'): RunEvent => ({
  ...{ kind: 'question.supported', question, call: 'run_1.1', callHash, by },
});
const last = (also: readonly string[], kind: 'approve' | 'repeat' = 'approve'): RunEvent => ({
  ...(answered('run_1.1', 'qst_1', { kind, callHash: HASH }) as Extract<
    RunEvent,
    { kind: 'question.answered' }
  >),
  also,
});
const approvalIn = (state: TurnState) =>
  outstanding(state).find((one): one is Extract<Command, { kind: 'call' }> => one.kind === 'call')
    ?.approval;
const folded = (...events: readonly RunEvent[]) => events.reduce(fold, asking());

describe('a question that needs several people', () => {
  it('goes on waiting after a yes that is not the last, and nothing is wanted', () => {
    const state = folded(supported('usr_2'));
    expect(waitingFor(state)).toEqual(waitingFor(asking()));
    expect(outstanding(state)).toEqual([]);
  });

  it('is approved by all of them, each once', () => {
    const state = folded(supported('usr_2'), supported('usr_3'), last(['usr_2', 'usr_3', 'usr_2']));
    expect(approvalIn(state)).toEqual({
      ...{ question: 'qst_1', callHash: HASH, by: 'usr_1', also: ['usr_2', 'usr_3'] },
    });
  });

  it.each<[string, readonly RunEvent[]]>([
    ['who never said it', [last(['usr_2'])]],
    ['who said it to another call', [supported('usr_2', 'other'), last(['usr_2'])]],
    ['who said it to another question', [supported('usr_2', HASH, 'qst_2'), last(['usr_2'])]],
    ['who is not among those that may answer any more', [supported('usr_2'), last([])]],
    ['who says it twice', [supported('usr_1'), last(['usr_1'])]],
  ])('does not count a yes of somebody %s', (_who, events) => {
    expect(approvalIn(folded(...events))).toEqual({
      ...{ question: 'qst_1', callHash: HASH, by: 'usr_1' },
    });
  });

  it('is over with any no', () => {
    const no = answered('run_1.1', 'qst_1', { kind: 'deny', reason: 'no' });
    const state = folded(supported('usr_2'), no);
    expect(waitingFor(state)).toEqual([]);
    expect(approvalIn(state)).toBeUndefined();
  });

  it('keeps no yes for what the arguments are changed to', () => {
    const edit = answered('run_1.1', 'qst_1', {
      ...{ kind: 'edit', callHash: HASH, args: { to: 'ann' } },
    });
    const edited = folded(supported('usr_2'), edit);
    expect(approvalIn(edited)).toBeNull();
    const again = fold(edited, held('run_1.2', 'qst_2'));
    const yes = { ...last(['usr_2']), question: 'qst_2', call: 'run_1.2' } as RunEvent;
    expect(approvalIn(fold(again, yes))).not.toHaveProperty('also');
  });

  it('counts them for a lost answer that is to be tried again', () => {
    const lost: RunEvent = {
      ...{ kind: 'call.outcome', call: 'run_1.1' },
      outcome: { kind: 'unknown', why: 'crash', usage: {} },
      question: { id: 'qst_1', expiresAt: 9 },
    };
    const state = [lost, supported('usr_2'), last(['usr_2'], 'repeat')].reduce(
      fold,
      run(started, reply('run_1.0', '', ['mail_send'])),
    );
    expect(approvalIn(state)).toMatchObject({ by: 'usr_1', also: ['usr_2'] });
  });
});
