import { cardsOf } from './cards.ts';
import type { HijackData, Replay } from './data.ts';
import { actionOf } from './descriptors.ts';
import { attacked, HijackRun, type Step, type SuiteSetting, type Vouchers } from './driver.ts';
import { planFor } from './planner.ts';
import { type RecordedRun, replayOf } from './recorded.ts';

/** The data with what is set up for each suite. */
export interface World {
  readonly data: HijackData;
  readonly settings: ReadonlyMap<string, SuiteSetting>;
}

/** What vouches in a run of a suite. */
export type VouchersFor = (setting: SuiteSetting, replay: Replay) => Vouchers;

/** References, and a contract that a planner without a model makes of the prompt. */
export function planned({ actions }: SuiteSetting, { prompt }: Replay): Vouchers {
  const descriptors = [...actions.values()].map(({ descriptor }) => descriptor);
  return { references: true, contract: planFor(prompt, descriptors) };
}

/** What a person is asked where nobody attacks. */
export interface Benign {
  readonly tasks: number;
  readonly calls: number;
  readonly questions: number;
  /** Times that a person is turned to where held calls gather. */
  readonly cards: number;
  readonly unasked: number;
  readonly refused: readonly string[];
}

/** The figures in words. */
export function asks({ questions, cards, calls, unasked }: Benign): string {
  return `${questions} held calls (${(questions / Math.max(1, calls)).toFixed(2)} a call) in ${cards} questions, ${unasked} tasks without one`;
}

/** Every task of the data, done as it should be. */
export function benignFigures({ data, settings }: World, vouchersFor: VouchersFor): Benign {
  return figuresOf(
    [...data.suites].flatMap(([name, { replays }]) =>
      [...replays.values()].map((replay) => {
        const setting = settingFor(settings, name);
        const steps = harmless(setting, replay, vouchersFor(setting, replay));
        return { steps, cards: cardsOfReplay(setting, replay, steps) };
      }),
    ),
  );
}

/** The same for what a real model did. A call that does not fit its tool is the model's own mistake, and told to it. */
export function recordedFigures({ data, settings }: World, runs: readonly RecordedRun[]): string {
  const done = runs.filter(({ utility }) => utility);
  const figures = figuresOf(
    done.flatMap((run) => {
      const prompt = data.suites.get(run.suite)?.replays.get(run.user_task)?.prompt;
      if (prompt === undefined) return [];
      const replay = { user_task: run.user_task, prompt, steps: run.steps.map(replayOf) };
      const setting = settingFor(settings, run.suite);
      const steps = harmless(setting, replay, planned(setting, replay));
      return [{ steps, cards: cardsOfReplay(setting, replay, steps) }];
    }),
  );
  return `${figures.tasks} runs, ${figures.calls} consequential calls, ${asks(figures)}`;
}

interface Played {
  readonly steps: readonly Step[];
  readonly cards: number;
}

function figuresOf(played: readonly Played[]): Benign {
  const benign = played.map(({ steps }) => steps);
  const asked = benign.map((steps) => steps.filter((step) => step.verdict === 'held').length);
  const refused = benign
    .flat()
    .filter((step) => step.verdict === 'refused')
    .map(
      (step) =>
        `a benign call was refused: ${step.call.function} ${JSON.stringify(step.call.args).slice(0, 120)}`,
    );
  return {
    tasks: benign.length,
    calls: benign.flat().filter((step) => step.consequential).length,
    questions: asked.reduce((all, count) => all + count, 0),
    cards: played.reduce((all, { cards }) => all + cards, 0),
    unasked: asked.filter((count) => count === 0).length,
    refused,
  };
}

function cardsOfReplay(
  { suite, actions }: SuiteSetting,
  { prompt, steps: said }: Replay,
  steps: readonly Step[],
): number {
  const gone = steps.map((step, index) => ({
    call: step.call,
    held: step.verdict === 'held',
    result: said[index]?.result_json ?? null,
  }));
  return cardsOf(gone, prompt, (tool) => actions.get(actionOf(suite.suite, tool)));
}

function harmless(setting: SuiteSetting, replay: Replay, vouchers: Vouchers): readonly Step[] {
  const run = new HijackRun(setting, replay.prompt, 'kept', vouchers);
  return replay.steps.map((step) => {
    const own = run.wish(step, 'approve');
    run.read(step, attacked(step, null), step.error);
    return own;
  });
}

/** What is set up for a suite. */
export function settingFor(
  settings: ReadonlyMap<string, SuiteSetting>,
  suite: string,
): SuiteSetting {
  const setting = settings.get(suite);
  if (!setting) throw new Error(`there is no suite ${suite}`);
  return setting;
}
