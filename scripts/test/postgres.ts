import type { TestProject } from 'vitest/node';
import { startPostgres, type ThrowAwayPostgres } from './embedded-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's connection string; a test makes its own database in it and leaves the others alone. */
    postgresUrl: string;
  }
}

let started: ThrowAwayPostgres | undefined;

/**
 * One real Postgres for the whole run. `DATABASE_URL_TEST` names a running one instead, and
 * `POSTGRES_BIN_TEST` a folder of binaries to start, such as Debian's: the same tests must pass on each.
 */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env.DATABASE_URL_TEST;
  if (running !== undefined) return project.provide('postgresUrl', running);
  started = await startPostgres(process.env.POSTGRES_BIN_TEST);
  project.provide('postgresUrl', started.url);
}

export async function teardown(): Promise<void> {
  await started?.stop();
}
