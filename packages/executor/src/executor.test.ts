import {
  Fault,
  type Grant,
  type Granted,
  type Performed,
  type Redeem,
} from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { egressFault } from './egress/errors.ts';
import { ManualClock } from './egress/proof/manual-clock.ts';
import { createExecutor, type Performer } from './index.ts';
import { granted } from './testing/granted.ts';

const DONE: Performed = { kind: 'done', result: { ok: true }, usage: { bytesIn: 3 } };
const never = () => new AbortController().signal;

/** An executor with one performer, one grant that works once, and time that stands still. */
function world(performer: Performer | null, about: Granted = granted('a.b', {})) {
  const clock = new ManualClock();
  const reported: unknown[] = [];
  let used = false;
  const redeem: Redeem = () => {
    if (used) return { kind: 'void', reason: 'used' };
    used = true;
    return { kind: 'redeemed', granted: about };
  };
  const executor = createExecutor({
    redeem,
    performers: new Map(performer ? [['a.b', performer]] : []),
    clock,
    report: (thrown) => reported.push(thrown),
  });
  const grant: Grant = { kind: 'grant', call: about.callHash };
  return { clock, reported, run: (signal = never()) => executor.run(grant, signal) };
}

const once = granted('a.b', {}, { repeat: 'once', effect: 'send' });
const deaf: Performer = () => new Promise(() => undefined);
const deafAfterSending: Performer = (_granted, { sending }) => {
  sending();
  return new Promise(() => undefined);
};

describe('an executor', () => {
  it('gives what the performer gave, with the time it took', async () => {
    const { run, clock } = world(async () => {
      clock.advance(40);
      return DONE;
    });
    expect(await run()).toEqual({ ...DONE, usage: { bytesIn: 3, wallMs: 40 } });
  });

  it('performs a grant once and throws for the second time', async () => {
    let times = 0;
    const { run } = world(async () => {
      times++;
      return DONE;
    });
    await run();
    await expect(run()).rejects.toMatchObject({
      code: 'EXECUTOR_GRANT_VOID',
      details: { reason: 'used' },
    });
    expect(times).toBe(1);
  });

  it('fails a call that nothing can perform', async () => {
    expect(await world(null).run()).toMatchObject({
      kind: 'failed',
      code: 'EXECUTOR_NO_PERFORMER',
    });
  });

  it('does not begin what was cancelled before', async () => {
    let begun = false;
    const { run } = world(async () => {
      begun = true;
      return DONE;
    });
    expect(await run(AbortSignal.abort())).toMatchObject({ kind: 'cancelled' });
    expect(begun).toBe(false);
  });
});

describe('time', () => {
  it('fails what takes longer than its action may, though the performer is deaf', async () => {
    const { run, clock } = world(deaf);
    const running = run();
    clock.advance(1_000);
    clock.advance(500);
    expect(await running).toMatchObject({ kind: 'failed', code: 'EXECUTOR_TIMEOUT' });
  });

  it('lets a performer say itself what came of it, for half a second', async () => {
    const { run, clock } = world(async (_granted, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { kind: 'unknown', why: 'halfway', usage: {} };
    }, once);
    const running = run();
    clock.advance(1_000);
    expect(await running).toMatchObject({ kind: 'unknown', why: 'halfway' });
  });

  it('does not know what came of a send that took too long', async () => {
    const { run, clock } = world(deafAfterSending, once);
    const running = run();
    clock.advance(1_000);
    clock.advance(500);
    expect(await running).toMatchObject({ kind: 'unknown' });
  });

  it('leaves no timer behind', async () => {
    let waiting = 0;
    const executor = createExecutor({
      redeem: () => ({ kind: 'redeemed', granted: granted('a.b', {}) }),
      performers: new Map([['a.b', async () => DONE]]),
      clock: {
        now: () => 0,
        after() {
          waiting++;
          return () => waiting--;
        },
      },
      report: () => undefined,
    });
    await executor.run({ kind: 'grant', call: '' }, never());
    expect(waiting).toBe(0);
  });
});

describe('a cancel', () => {
  it('ends a deaf performer within half a second', async () => {
    const stop = new AbortController();
    const { run, clock } = world(deaf);
    const running = run(stop.signal);
    stop.abort();
    clock.advance(500);
    expect(await running).toMatchObject({ kind: 'cancelled' });
  });

  it('prevents what has not been sent yet', async () => {
    const stop = new AbortController();
    let sent = false;
    const { run } = world(async (_granted, { sending }) => {
      stop.abort();
      sending();
      sent = true;
      return DONE;
    }, once);
    expect(await run(stop.signal)).toMatchObject({ kind: 'cancelled' });
    expect(sent).toBe(false);
  });

  it('leaves unknown what was sent and cannot be repeated', async () => {
    const stop = new AbortController();
    const { run } = world(async (_granted, { sending }) => {
      sending();
      stop.abort();
      return { kind: 'cancelled', usage: {} };
    }, once);
    expect(await run(stop.signal)).toMatchObject({ kind: 'unknown' });
  });

  it('is only that where repeating does no harm', async () => {
    const stop = new AbortController();
    const { run, clock } = world(deafAfterSending);
    const running = run(stop.signal);
    stop.abort();
    clock.advance(500);
    expect(await running).toMatchObject({ kind: 'cancelled' });
  });
});

describe('a throw', () => {
  const thrower =
    (thrown: unknown, sends: boolean): Performer =>
    async (_granted, { sending }) => {
      if (sends) sending();
      throw thrown;
    };

  it('fails the call, tells the log, and quotes nothing of an error nobody foresaw', async () => {
    const { run, reported } = world(thrower(new TypeError('secret path'), false), once);
    const performed = await run();
    expect(performed).toMatchObject({ kind: 'failed', code: 'EXECUTOR_BROKE' });
    expect(JSON.stringify(performed)).not.toContain('secret');
    expect(reported).toHaveLength(1);
  });

  it('keeps code and sentence of a fault', async () => {
    const fault = egressFault('EGRESS_UNREACHABLE');
    expect(await world(thrower(fault, false)).run()).toMatchObject({
      kind: 'failed',
      code: 'EGRESS_UNREACHABLE',
      message: fault.message,
    });
  });

  it('after a send leaves unknown what happened, unless the caller’s input was at fault', async () => {
    expect(await world(thrower(new Error('x'), true), once).run()).toMatchObject({
      kind: 'unknown',
    });
    expect(await world(thrower(egressFault('EGRESS_LOST'), true), once).run()).toMatchObject({
      kind: 'unknown',
    });
    const refused = egressFault('EGRESS_REFUSED');
    expect(Fault.is(refused)).toBe(true);
    expect(await world(thrower(refused, true), once).run()).toMatchObject({ kind: 'failed' });
  });
});

describe('a result', () => {
  const giving =
    (result: unknown): Performer =>
    async () => ({ kind: 'done', result: result as { [key: string]: null }, usage: {} });

  it('over the action’s size fails a read', async () => {
    const about = granted('a.b', {}, { bounds: { maxOutputBytes: 20 } });
    expect(await world(giving({ text: 'ä'.repeat(9) }), about).run()).toMatchObject({
      kind: 'failed',
      code: 'EXECUTOR_RESULT_TOO_LARGE',
    });
    expect(await world(giving({ text: 'a'.repeat(9) }), about).run()).toMatchObject({
      kind: 'done',
    });
  });

  it('over the size after a change is unknown, since to call it failed would invite a second one', async () => {
    const about = granted('a.b', {}, { repeat: 'once', bounds: { maxOutputBytes: 20 } });
    expect(await world(giving({ text: 'x'.repeat(30) }), about).run()).toMatchObject({
      kind: 'unknown',
    });
  });

  it('is made storable: no NUL, no half characters', async () => {
    expect(await world(giving({ 'k\0': ['a\0b', '\ud800'] })).run()).toMatchObject({
      result: { 'k\uFFFD': ['a\uFFFDb', '\uFFFD'] },
    });
  });

  it('that JSON cannot say fails', async () => {
    const code = 'EXECUTOR_RESULT_INVALID';
    expect(await world(giving({ n: Number.POSITIVE_INFINITY })).run()).toMatchObject({ code });
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(await world(giving({ deep })).run()).toMatchObject({ code });
  });
});
