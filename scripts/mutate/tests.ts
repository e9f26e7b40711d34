/** One test, as a test file names it. */
export interface Test {
  readonly name: string;
  readonly run: () => unknown;
}

type Body = (...args: readonly unknown[]) => unknown;

/**
 * The part of the test runner's interface that tests of pure code use. Files that need more (doubles, hooks, servers)
 * are no tests of pure code, and are not run here.
 */
export function collector() {
  let tests: Test[] = [];
  let path: readonly string[] = [];
  const it = Object.assign(
    (name: string, run: Body) => {
      tests.push({ name: [...path, name].join(' > '), run: () => run() });
    },
    {
      each:
        (rows: readonly unknown[]) =>
        (name: string, run: Body): void => {
          for (const [at, row] of rows.entries())
            it(`${name} ${at}`, () => (Array.isArray(row) ? run(...(row as unknown[])) : run(row)));
        },
    },
  );
  const describe = Object.assign(
    (name: string, body: () => void) => {
      const outer = path;
      path = [...path, name];
      body();
      path = outer;
    },
    {
      each:
        (rows: readonly unknown[]) =>
        (name: string, body: Body): void => {
          for (const [at, row] of rows.entries())
            describe(`${name} ${at}`, () =>
              Array.isArray(row) ? body(...(row as unknown[])) : body(row));
        },
    },
  );
  return {
    /** One interface for all files: modules that they share have it from the first that loaded them. */
    api: { it, test: it, describe },
    /** The tests that loading a file names. */
    collect(load: () => void): readonly Test[] {
      tests = [];
      load();
      return tests;
    },
  };
}
