import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startThrowAwayPostgres } from '../../apps/server/src/launch/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's connection string; a test makes its own database in it and leaves the others alone. */
    postgresUrl: string;
  }
}

let started: Awaited<ReturnType<typeof startThrowAwayPostgres>> | undefined;

/**
 * One real Postgres for the whole run, started as the server starts its own.
 * `DATABASE_URL_TEST` names a running one instead: the same tests must pass on it.
 */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env.DATABASE_URL_TEST;
  if (running !== undefined) return project.provide('postgresUrl', running);
  started = await startThrowAwayPostgres(fileURLToPath(new URL('../..', import.meta.url)));
  project.provide('postgresUrl', started.url);
}

export async function teardown(): Promise<void> {
  await started?.stop();
}
