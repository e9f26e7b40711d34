import { expect, test } from 'vitest';
import { fault } from './errors.ts';
import { type Ending, type KeepPowers, keep, type Running, type Service } from './keep.ts';

/** A service whose starts follow a plan, and whose runs end when the test says so. */
function service(plan: ('runs' | Error)[]) {
  const ends: ((ending: Ending) => void)[] = [];
  let starts = 0;
  const started = waiters();
  const made: Service = {
    name: 'The server',
    log: 'server.log',
    start: async (): Promise<Running> => {
      const next = plan[starts] ?? 'runs';
      starts += 1;
      started.tell(starts);
      if (next instanceof Error) throw next;
      const ended = new Promise<Ending>((resolve) => ends.push(resolve));
      const end = (ending: Ending) => ends.at(-1)?.(ending);
      return {
        pid: starts,
        ended,
        stop: async () => {
          end({ code: 0, signal: null });
          await ended;
        },
      };
    },
  };
  return { made, starts: () => starts, until: started.until, end: (e: Ending) => ends.at(-1)?.(e) };
}

/** Resolves for who waits until a count is reached. */
function waiters() {
  let now = 0;
  const waiting: { at: number; resolve: () => void }[] = [];
  return {
    tell: (count: number) => {
      now = count;
      for (const one of waiting) if (one.at <= now) one.resolve();
    },
    until: (at: number) =>
      new Promise<void>((resolve) => (now >= at ? resolve() : waiting.push({ at, resolve }))),
  };
}

/** Time passes only while somebody waits. */
function powers(): KeepPowers & { slept: number[]; said: string[] } {
  const slept: number[] = [];
  const said: string[] = [];
  return {
    slept,
    said,
    now: () => slept.reduce((sum, ms) => sum + ms, 0),
    sleep: async (ms) => {
      slept.push(ms);
    },
    say: (line) => {
      said.push(line);
    },
  };
}

test('a service that was killed is started again, and it is said', async () => {
  const { made, until, end } = service([]);
  const outside = powers();
  const kept = await keep(made, outside);
  end({ code: null, signal: 'SIGKILL' });
  await until(2);
  await kept.stop();
  expect(outside.said[0]).toBe(
    'The server was killed (SIGKILL); starting it again (see server.log).',
  );
  expect(outside.slept).toEqual([200]);
});

test('one that keeps ending is waited for ever longer', async () => {
  const { made, until, end } = service([]);
  const outside = powers();
  const kept = await keep(made, outside);
  for (let start = 1; start <= 4; start++) {
    await until(start);
    // The run exists once its start has been seen through.
    await Promise.resolve().then(() => undefined);
    end({ code: 1, signal: null });
    await until(start + 1);
  }
  await kept.stop();
  expect(outside.slept).toEqual([200, 500, 1000, 2000]);
});

test('one that does not come back is tried until it does: what served once must serve again', async () => {
  const broken = new Error('no memory');
  const { made, until, end } = service(['runs', ...new Array<Error>(8).fill(broken)]);
  const outside = powers();
  const kept = await keep(made, outside);
  end({ code: 1, signal: null });
  await until(10);
  await kept.stop();
  expect(
    outside.said.filter((line) => line === 'The server did not start: no memory'),
  ).toHaveLength(8);
  expect(outside.said.at(-1)).toBe('The server is running again.');
  expect(Math.max(...outside.slept)).toBe(10_000);
});

test('the first start is given up after three failures', async () => {
  const { made, starts } = service(new Array<Error>(5).fill(new Error('broken')));
  await expect(keep(made, powers())).rejects.toMatchObject({
    code: 'LAUNCH_PROGRAM_FAILED',
    message: 'The server did not start: broken',
  });
  expect(starts()).toBe(3);
});

test('a fault at the first start is final at once', async () => {
  const { made, starts } = service([fault('LAUNCH_KEY_WRONG')]);
  await expect(keep(made, powers())).rejects.toMatchObject({ code: 'LAUNCH_KEY_WRONG' });
  expect(starts()).toBe(1);
});

test('a service that was stopped stays so, without a word', async () => {
  const { made, starts } = service([]);
  const outside = powers();
  const kept = await keep(made, outside);
  await kept.stop();
  expect(starts()).toBe(1);
  expect(outside.said).toEqual([]);
});

test('a service that is renewed starts at once and is not called a failure', async () => {
  const { made, until } = service([]);
  const outside = powers();
  const kept = await keep(made, outside);
  await kept.renew();
  await until(2);
  await kept.stop();
  expect(outside.slept).toEqual([]);
  expect(outside.said.join()).not.toContain('unexpectedly');
});
