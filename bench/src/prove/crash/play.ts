import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BaseDatabase } from './base-database.ts';
import { judge } from './judge.ts';
import type { Death, Order, Point, Word } from './order.ts';
import type { Scenario } from './scenarios.ts';
import { work } from './work.ts';

/** What all cases share. */
export interface Stage {
  readonly base: BaseDatabase;
  /** The bundled child program. */
  readonly child: string;
  /** Processes that a machine under load kept from the database, and that were started again. */
  restarts: number;
}

/** Starts before a process that does not reach the database is given up. */
const STARTS = 4;

/** A stage of its own for one case: a copy of the database and an outside world. */
export async function onStage<T>(
  { base }: Stage,
  scenario: Scenario,
  play: (order: Order) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-crash-'));
  const outside = join(folder, 'outside.ndjson');
  await writeFile(outside, '');
  const { url, drop } = await base.copy();
  try {
    return await play({
      database: { url, password: base.password },
      workspace: base.workspace,
      person: base.person,
      agent: base.agent,
      outside,
      script: scenario.script,
      below: scenario.below,
      message: scenario.message,
      aboutLost: scenario.aboutLost,
      die: null,
    });
  } finally {
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How often a process that lives passes each point. */
export function passings(stage: Stage, scenario: Scenario): Promise<ReadonlyMap<Point, number>> {
  return onStage(stage, scenario, async (order) => {
    const passed = new Map<Point, number>();
    const count = (point: Point) => void passed.set(point, (passed.get(point) ?? 0) + 1);
    const problems = await work(order, count, () => undefined);
    const wrong = [...problems, ...(await judge(order, scenario))];
    if (wrong.length > 0) throw new Error(`without a crash: ${wrong.join('; ')}`);
    return passed;
  });
}

/**
 * Processes start one after the other and die where they are told to; the last one lives and goes on until the
 * run has ended. Gives what is wrong in the end.
 */
export function crashed(
  stage: Stage,
  scenario: Scenario,
  deaths: readonly Death[],
): Promise<readonly string[]> {
  return onStage(stage, scenario, async (order) => {
    for (const die of deaths) {
      const how = await patiently(stage, () => died(stage, { ...order, die }));
      if (how !== 'killed') return [`the process was to die at ${die.at} and ${how}`];
    }
    const problems = await patiently(stage, () =>
      work(
        order,
        () => undefined,
        () => undefined,
      ),
    );
    return [...problems, ...(await judge(order, scenario))];
  });
}

/** How a child process ended; thrown where it did not reach the database. */
async function died(stage: Stage, order: Order): Promise<string> {
  const how = await started(stage.child, order).ended;
  if (isAway(how)) throw new Error(how);
  return how;
}

/**
 * Starts something again that did not reach the database in time: whoever keeps a process running does the same.
 * It is one death more for the run, and none that excuses anything.
 */
async function patiently<T>(stage: Stage, start: () => Promise<T>): Promise<T> {
  for (let begun = 1; ; begun++) {
    try {
      return await start();
    } catch (thrown) {
      if (!isAway(String(thrown)) || begun === STARTS) throw thrown;
      stage.restarts += 1;
    }
  }
}

function isAway(said: string): boolean {
  return /database does not answer|RECORD_DATABASE_DOWN|timeout expired/.test(said);
}

/** A child process that has been started. */
export interface Child {
  /** Resolves once it works, or has ended. */
  readonly ready: Promise<void>;
  readonly ended: Promise<string>;
  /** Ends a process that is no longer needed. */
  stop(): void;
}

/** Starts the child program with an order. */
export function started(file: string, order: Order): Child {
  const child = spawn(process.execPath, [file, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complained = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complained = (complained + chunk.toString()).slice(-2_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0) resolve(`lived: ${said.trim()}`);
      else resolve(`failed with ${code ?? signal}: ${complained}`);
    });
  });
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (words(said).some(({ kind }) => kind === 'ready')) resolve();
    });
    void ended.then(() => resolve());
  });
  return { ready, ended, stop: () => void child.kill('SIGKILL') };
}

function words(said: string): readonly Word[] {
  // Whole lines only; the child writes nothing else.
  return said
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Word);
}
