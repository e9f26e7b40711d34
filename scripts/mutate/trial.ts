import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Modules } from './modules.ts';
import { SWITCH } from './mutants.ts';
import { collector, type Test } from './tests.ts';

/** What a test did with the file as it is. */
export interface Reached {
  readonly file: string;
  /** Position among the file's tests. */
  readonly at: number;
  readonly ms: number;
  /** Mutants that it comes by. */
  readonly mutants: readonly number[];
}

/** What the tests do where no mutant is on. */
export interface Baseline {
  readonly reached: readonly Reached[];
  readonly failed: readonly string[];
}

/** What became of a mutant: the test that noticed it, or null. */
export interface Fate {
  readonly mutant: number;
  readonly killedBy: string | null;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A mutated file with the tests that import it, in one process. */
export class Trial {
  readonly #modules: Modules;
  readonly #files: readonly string[];
  readonly #collector = collector();
  readonly #alive: () => void;
  #on = 0;
  #reached = new Set<number>();

  private constructor(
    modules: Modules,
    files: readonly string[],
    vitest: Record<string, unknown>,
    alive: () => void,
  ) {
    this.#alive = alive;
    this.#modules = modules;
    this.#files = files;
    modules.give('vitest', { ...vitest, ...this.#collector.api });
    Object.assign(globalThis, {
      [SWITCH]: (id: number) => {
        if (this.#on === 0) this.#reached.add(id);
        return id === this.#on;
      },
    });
  }

  /** Makes ready all test files among `candidates` that import a mutated file; `texts` are theirs, by path. `alive` is told of each test. */
  static async of(
    texts: ReadonlyMap<string, string>,
    candidates: readonly string[],
    alive: () => void,
  ): Promise<Trial> {
    const modules = new Modules(ROOT, texts);
    const files = candidates.filter((file) =>
      [...modules.reach(file)].some((path) => texts.has(path)),
    );
    const all = new Set(files.flatMap((file) => [...modules.reach(file)]));
    const vitest = (await import('vitest')) as Record<string, unknown>;
    const { default: fc } = await import('fast-check');
    // The same cases each time; a failure need not be made small.
    fc.configureGlobal({ seed: 1, endOnFailure: true });
    const trial = new Trial(modules, files, vitest, alive);
    await modules.loadOthers(all);
    return trial;
  }

  /** Runs every test on the file as it is. Tests that fail here can tell nothing, and are left out. */
  async baseline(): Promise<Baseline> {
    const reached: Reached[] = [];
    const failed: string[] = [];
    this.#on = 0;
    for (const file of this.#files) {
      this.#reached = new Set();
      const tests = this.#load(file, this.#modules.fresh());
      const atLoad = this.#reached;
      for (const [at, test] of tests.entries()) {
        this.#reached = new Set(atLoad);
        const began = performance.now();
        const why = await outcomeOf(test);
        this.#alive();
        const ms = performance.now() - began;
        if (why === null) reached.push({ file, at, ms, mutants: [...this.#reached] });
        else failed.push(`${relative(ROOT, file)}: ${test.name}: ${why}`);
      }
    }
    return { reached, failed };
  }

  /** Switches a mutant on and runs the tests that come by it, quick ones first, until one fails. */
  async try(mutant: number, reached: readonly Reached[]): Promise<Fate> {
    this.#on = mutant;
    const load = this.#modules.fresh();
    const loaded = new Map<string, readonly Test[]>();
    const concerned = reached.filter(({ mutants }) => mutants.includes(mutant));
    for (const { file, at } of concerned.sort((a, b) => a.ms - b.ms)) {
      const name = relative(ROOT, file);
      try {
        const tests = loaded.get(file) ?? this.#load(file, load);
        loaded.set(file, tests);
        const test = tests[at];
        if (test === undefined) return { mutant, killedBy: `${name}: tests are missing` };
        this.#alive();
        if ((await outcomeOf(test)) !== null) return { mutant, killedBy: `${name}: ${test.name}` };
      } catch {
        return { mutant, killedBy: `${name}: cannot be loaded` };
      }
    }
    return { mutant, killedBy: null };
  }

  #load(file: string, load: (path: string) => unknown): readonly Test[] {
    return this.#collector.collect(() => load(file));
  }
}

async function outcomeOf({ run }: Test): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'failed') : String(error);
  }
}
