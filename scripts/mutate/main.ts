import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder, ROOT } from '../repository.mjs';
import { explanations, type Survivor, sorted } from './explained.ts';
import { type Mutant, type Mutated, mutate } from './mutants.ts';
import { type Baseline, type Fate, type Reached, Trial } from './trial.ts';

/** Milliseconds of one test after which a mutant counts as noticed: it hangs. The slowest test takes a fifth of it. */
const PATIENCE = 15_000;

/** What a worker says after each test. */
const ALIVE = 'alive';

/** The argument that makes a process the one that runs tests. */
const WORKER = '--worker';

/** Tests of fewer milliseconds are run once more where nothing is changed, under this number. */
const QUICK = 200;
const NO_MUTANT = -1;

/** The files whose mutants must all be noticed or explained. */
const DECISION = [
  ...['judge', 'flow', 'integrity', 'confidentiality', 'endorse', 'endorse-answer'],
  ...[
    'endorse-records',
    'trusted-match',
    'reference',
    'quoted-link',
    'intent-fit',
    'intent-values',
    'standing',
  ],
  ...[
    'authority',
    'modes',
    'label-result',
    'budget',
    'grant',
    'resolve',
    'shape',
    'policies/default',
  ],
].map((name) => `packages/gateway/src/${name}.ts`);
const FILES = ['packages/contract/src/label.ts', 'packages/contract/src/labelled.ts', ...DECISION];

/** Tests that may notice: those of pure code, which share one process. */
const TESTS = /^packages\/(contract|engine|gateway)\/src\/.*(?<!\.pg)\.test\.ts$/;

/** Files with what stood in them when the run began: somebody may be writing to them. */
type Texts = readonly (readonly [path: string, text: string])[];

type Asked =
  | { readonly kind: 'begin'; readonly texts: Texts }
  | { readonly kind: 'baseline' }
  | { readonly kind: 'try'; readonly mutant: number; readonly reached: readonly Reached[] | null };

const args = process.argv.slice(2);
if (args[0] === WORKER) work();
else process.exitCode = await main(textsOf(args.length === 0 ? FILES : args));

function textsOf(files: readonly string[]): Texts {
  return files.map((file) => {
    const path = relative(ROOT, resolve(file));
    return [path, readFileSync(join(ROOT, path), 'utf8')];
  });
}

/** Each file with its mutants, numbered through all files. */
function mutateAll(texts: Texts): ReadonlyMap<string, Mutated> {
  let before = 0;
  return new Map(
    texts.map(([path, text]) => {
      const one = mutate(path, text, before);
      before += one.mutants.length;
      return [path, one];
    }),
  );
}

/** Prints the score of each file and every mutant that nothing noticed; 1 where one of them is not explained. */
async function main(texts: Texts): Promise<number> {
  const first = start(texts);
  const baseline = await ask<Baseline>(first, { kind: 'baseline' });
  if (baseline === null) throw new Error('the tests do not end');
  const wrong = [...baseline.failed];
  const asking = asker(texts, first, baseline.reached);
  // What is not changed must pass, or nothing that fails afterwards means anything.
  const quick = baseline.reached.filter(({ ms }) => ms < QUICK);
  const control = await asking.try(
    NO_MUTANT,
    quick.map((one) => ({ ...one, mutants: [NO_MUTANT] })),
  );
  if (control.killedBy !== null) wrong.push(control.killedBy);
  for (const one of wrong) console.log(`fails without any mutant: ${one}`);
  let open = wrong.length;
  const lines = new Map(texts.map(([path, text]) => [path, text.split('\n')]));
  for (const [path, { mutants }] of mutateAll(texts)) {
    const began = performance.now();
    const unnoticed: Mutant[] = [];
    for (const mutant of mutants) {
      const { killedBy } = await asking.try(mutant.id, baseline.reached);
      if (killedBy === null) unnoticed.push(mutant);
    }
    const survivors = unnoticed.map((one) => ({
      ...one,
      at: lines.get(path)?.[one.line - 1]?.trim() ?? '',
    }));
    open += tell(path, mutants.length, survivors, (performance.now() - began) / 1000);
  }
  asking.stop();
  return open === 0 ? 0 : 1;
}

/** Tries mutants in a worker, and in another one where it hangs or dies; what does so twice is noticed. */
function asker(texts: Texts, first: ChildProcess, known: readonly Reached[]) {
  let worker = first;
  let has: readonly Reached[] = known;
  return {
    async try(mutant: number, reached: readonly Reached[]): Promise<Fate> {
      for (let attempt = 0; attempt < 2; attempt++) {
        const given = has === reached ? null : reached;
        has = reached;
        const fate = await ask<Fate>(worker, { kind: 'try', mutant, reached: given });
        if (fate !== null) return fate;
        worker.kill('SIGKILL');
        worker = start(texts);
        has = [];
      }
      return { mutant, killedBy: 'it hangs' };
    },
    stop: () => worker.kill(),
  };
}

/** Prints what became of a file's mutants; gives the number of lines that somebody must look at. */
function tell(
  path: string,
  count: number,
  survivors: readonly Survivor[],
  seconds: number,
): number {
  const { explained, open, stale } = sorted(survivors, explanations(path));
  console.log(
    `${path}: ${count - survivors.length} of ${count} noticed, ${explained} explained, ${open.length} survive (${seconds.toFixed(0)} s)`,
  );
  for (const { line, from, to } of open) console.log(`  ${path}:${line}  ${from}  ->  ${to}`);
  for (const one of stale) console.log(`  explained, and noticed or gone: ${one}`);
  return open.length + stale.length;
}

function start(texts: Texts): ChildProcess {
  const worker = fork(fileURLToPath(import.meta.url), [WORKER], {
    // Optimised, code that is loaded again and again brings V8 of Node 20 down (Deoptimizer, unreachable code).
    execArgv: ['--no-opt', '--always-sparkplug', '--import', import.meta.resolve('tsx')],
  });
  const begin: Asked = { kind: 'begin', texts };
  worker.send(begin);
  return worker;
}

/** Asks a worker; null where one of its tests does not end, or it dies. */
function ask<T>(worker: ChildProcess, asked: Asked): Promise<T | null> {
  return new Promise((answer) => {
    const settle = (said: T | null) => {
      clearTimeout(timer);
      worker.off('message', heard).off('exit', died);
      answer(said);
    };
    const died = () => settle(null);
    // What is loaded at first takes longer than any test, and where nothing is changed nothing hangs.
    const patience = asked.kind === 'baseline' ? 10 * PATIENCE : PATIENCE;
    let timer = setTimeout(died, 8 * patience);
    const heard = (said: T | typeof ALIVE) => {
      if (said !== ALIVE) return settle(said);
      clearTimeout(timer);
      timer = setTimeout(died, patience);
    };
    worker.on('message', heard).on('exit', died);
    worker.send(asked);
  });
}

/** The other process: runs tests, and may hang. */
function work(): void {
  const candidates = filesUnder(ROOT, 'packages')
    .filter((file) => TESTS.test(file))
    .map((file) => join(ROOT, file));
  let trial: Promise<Trial> | null = null;
  let known: readonly Reached[] = [];
  process.on('message', (asked: Asked) => {
    if (asked.kind === 'begin') {
      const own = [...mutateAll(asked.texts)].map(
        ([path, { text }]) => [join(ROOT, path), text] as const,
      );
      trial = Trial.of(new Map(own), candidates, () => process.send?.(ALIVE));
      return;
    }
    void trial?.then(async (ready) => {
      process.send?.(ALIVE);
      if (asked.kind === 'baseline') {
        const found = await ready.baseline();
        known = found.reached;
        process.send?.(found);
        return;
      }
      known = asked.reached ?? known;
      process.send?.(await ready.try(asked.mutant, known));
    });
  });
}
