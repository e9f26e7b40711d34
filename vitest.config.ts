import { defineConfig } from 'vitest/config';

const postgresTests = '**/*.pg.test.ts';

/** Four kinds of test, by what they need: nothing, a database, the studio's parts, whole processes. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{server,broker,cli}/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [postgresTests],
          // Long enough for the largest property test on a busy machine: how fast it is says nothing of whether it holds.
          testTimeout: 30_000,
          setupFiles: ['scripts/test/fail-on-console.ts'],
        },
      },
      {
        test: {
          name: 'pg',
          include: ['{packages,apps}/*/src/**/*.pg.test.ts'],
          globalSetup: ['scripts/test/postgres.ts'],
          setupFiles: ['scripts/test/fail-on-console.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'studio',
          include: ['apps/studio/src/**/*.test.{ts,tsx}'],
          setupFiles: ['scripts/test/fail-on-console.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Each journey starts its own processes; two at once would measure each other.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
