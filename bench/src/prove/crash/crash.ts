import { CRASH_POINTS } from '@countersign/server/testing';
import type { Ask, Finding, Proof } from '../proof.ts';
import { withDatabase } from '../with-database.ts';
import { type Adoption, adopted } from './adoption.ts';
import { baseDatabase } from './base-database.ts';
import { buildChild } from './build-child.ts';
import { deathsOf, SECOND_DEATHS } from './deaths.ts';
import { type Death, INNER_POINTS, type Point } from './order.ts';
import { crashed, passings, type Stage } from './play.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

/** Cases at once: each has a process or two, and they mostly wait for each other. */
const AT_ONCE = 3;
const PAIRS = 5;

interface Case {
  readonly scenario: Scenario;
  readonly deaths: readonly Death[];
}

/** Promises 2 and 9: kill -9 at every named point, and nothing happens twice, unmeant or unasked. */
export const crash: Proof = {
  name: 'crash',
  promise:
    'A process that is killed at any named point loses nothing and does nothing twice; the next one goes on.',
  takesCases: false,
  run: (ask): Promise<Finding> =>
    withDatabase(async (database) => {
      const base = await baseDatabase(database);
      const child = await buildChild();
      try {
        return await crashes({ base, child: child.file, restarts: 0 }, ask);
      } finally {
        await child.remove();
        await base.close();
      }
    }),
};

async function crashes(stage: Stage, { scale, progress }: Ask): Promise<Finding> {
  const failures: string[] = [];
  const passed = new Set<Point>();
  const cases: Case[] = [];
  for (const scenario of SCENARIOS) {
    const points = await passings(stage, scenario);
    for (const point of points.keys()) passed.add(point);
    cases.push(
      ...deathsOf(scenario, points, scale).map((death) => ({ scenario, deaths: [death] })),
    );
  }
  for (const name of ['keyed', 'once'])
    cases.push(
      ...SCENARIOS.filter((scenario) => scenario.name === name).flatMap((scenario) =>
        SECOND_DEATHS.map(({ first, second }) => ({ scenario, deaths: [first, second] })),
      ),
    );
  for (const point of [...CRASH_POINTS, ...INNER_POINTS])
    if (!passed.has(point)) failures.push(`no case passes the point ${point}`);

  let done = 0;
  await inParallel(cases, AT_ONCE, async ({ scenario, deaths }) => {
    const wrong = await crashed(stage, scenario, deaths).catch((error: unknown) => [String(error)]);
    const where = deaths.map(({ at, nth }) => `${at} (${nth})`).join(', then ');
    failures.push(...wrong.map((what) => `${scenario.name}, killed at ${where}: ${what}`));
    done += 1;
    if (done % 20 === 0) progress(`${done} of ${cases.length} killed and judged`);
  });
  const pairs = await survivors(stage);
  failures.push(...pairs.flatMap(({ wrong }) => wrong.map((what) => `two workers: ${what}`)));
  const times = pairs.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  const killed = cases.reduce((sum, { deaths }) => sum + deaths.length, 0) + pairs.length;
  return {
    cases: cases.length + pairs.length,
    failures,
    figure: `${failures.length} broken, ${killed} processes killed`,
    notes: [
      `Points: ${passed.size}; scenarios: ${SCENARIOS.map(({ name }) => name).join('; ')}.`,
      `Two workers on one database: the survivor had the dead one's run ended after ${seconds(median)} (median of ${times.length}, at most ${seconds(times.at(-1))}); it looks every 5 s.`,
      ...(stage.restarts > 0
        ? [
            `${stage.restarts} processes did not reach the database in time and were started again: this machine is under load.`,
          ]
        : []),
    ],
  };
}

/** Pairs of workers, started so that the survivor's looks fall at different moments after the death. */
async function survivors(stage: Stage): Promise<readonly Adoption[]> {
  const scenario = SCENARIOS.find(({ name }) => name === 'keyed');
  if (!scenario) throw new Error('there is a scenario for keyed actions');
  const all: Adoption[] = [];
  const waits = Array.from({ length: PAIRS }, (_, index) => (index * 5_000) / PAIRS);
  await inParallel(waits, PAIRS, async (wait) => {
    all.push(await adopted(stage, scenario, wait));
  });
  return all;
}

async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`;
}
