import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder, ROOT } from '../repository.mjs';
import { explanations, sorted } from './explained.ts';
import { type Mutant, type Mutated, mutate } from './mutants.ts';
import { type Baseline, type Fate, type Reached, Trial } from './trial.ts';

/** Milliseconds of one test after which a mutant counts as noticed: it hangs. The slowest test takes a fifth of it. */
const PATIENCE = 30_000;

/** What a worker says after each test. */
const ALIVE = 'alive';

/** The files whose mutants must all be noticed or explained. */
const DECISION = [
  ...['judge', 'flow', 'integrity', 'confidentiality', 'endorse', 'endorse-answer'],
  ...['endorse-records', 'trusted-match', 'reference', 'intent-fit', 'intent-values', 'standing'],
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

type Asked =
  | { readonly kind: 'baseline' }
  | { readonly kind: 'try'; readonly mutant: number; readonly reached: readonly Reached[] | null };

const [first, ...rest] = process.argv.slice(2);
const chosen = first === undefined ? FILES : first === '--worker' ? rest : [first, ...rest];
const paths = chosen.map((one) => relative(ROOT, resolve(one)));
const texts = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
const mutated = mutateAll(texts);
if (first === '--worker') work();
else process.exitCode = await main();

/** Each file with its mutants, numbered through all files. */
function mutateAll(all: ReadonlyMap<string, string>): ReadonlyMap<string, Mutated> {
  let before = 0;
  return new Map(
    [...all].map(([path, text]) => {
      const one = mutate(path, text, before);
      before += one.mutants.length;
      return [path, one];
    }),
  );
}

/** Prints the score of each file and every mutant that nothing noticed; 1 where one of them is not explained. */
async function main(): Promise<number> {
  let worker = start();
  const baseline = await ask<Baseline>(worker, { kind: 'baseline' });
  if (baseline === null) throw new Error('the tests do not end');
  for (const one of baseline.failed) console.log(`fails without any mutant: ${one}`);
  let wrong = baseline.failed.length;
  let knows = true;
  for (const [path, { mutants }] of mutated) {
    const began = performance.now();
    const unnoticed: Mutant[] = [];
    for (const mutant of mutants) {
      const reached: readonly Reached[] | null = knows ? null : baseline.reached;
      const fate: Fate | null = await ask<Fate>(worker, {
        kind: 'try',
        mutant: mutant.id,
        reached,
      });
      knows = fate !== null;
      if (fate !== null && fate.killedBy === null) unnoticed.push(mutant);
      if (fate !== null) continue;
      // It hangs, which is noticed.
      worker.kill('SIGKILL');
      worker = start();
    }
    wrong += tell(path, mutants.length, unnoticed, (performance.now() - began) / 1000);
  }
  worker.kill();
  return wrong === 0 ? 0 : 1;
}

/** Prints what became of a file's mutants; gives the number of lines that somebody must look at. */
function tell(path: string, count: number, unnoticed: readonly Mutant[], seconds: number): number {
  const lines = (texts.get(path) ?? '').split('\n');
  const survivors = unnoticed.map((one) => ({ ...one, at: lines[one.line - 1]?.trim() ?? '' }));
  const { explained, open, stale } = sorted(survivors, explanations(path));
  console.log(
    `${path}: ${count - survivors.length} of ${count} noticed, ${explained} explained, ${open.length} survive (${seconds.toFixed(0)} s)`,
  );
  for (const { line, from, to } of open) console.log(`  ${path}:${line}  ${from}  ->  ${to}`);
  for (const one of stale) console.log(`  explained, and noticed or gone: ${one}`);
  return open.length + stale.length;
}

function start(): ChildProcess {
  return fork(fileURLToPath(import.meta.url), ['--worker', ...paths], {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
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
    // The first answer waits for everything to be loaded, and nothing can hang in it.
    const patience = asked.kind === 'baseline' ? 10 * PATIENCE : PATIENCE;
    let timer = setTimeout(died, 4 * patience);
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
  const own = new Map([...mutated].map(([path, { text }]) => [join(ROOT, path), text]));
  const trial = Trial.of(own, candidates, () => process.send?.(ALIVE));
  let known: readonly Reached[] = [];
  process.on('message', (asked: Asked) => {
    void trial.then(async (ready) => {
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
