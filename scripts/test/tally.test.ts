import { expect, test } from 'vitest';
import { tally } from './tally.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

test('passed and failed tests are counted, skipped ones are neither', () => {
  const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'failed')] };
  expect(tally(report, 1)).toEqual({ passed: 1, failed: 1 });
});

test('a file that could not be loaded is one failure', () => {
  const report = { testResults: [file('passed', 'passed'), file('failed')] };
  expect(tally(report, 1)).toEqual({ passed: 1, failed: 1 });
});

test('an error outside of any test is a failure and says so', () => {
  const report = { testResults: [file('passed', 'passed')] };
  expect(tally(report, 1)).toMatchObject({ passed: 1, failed: 1, sentence: expect.anything() });
  expect(tally(undefined, 1)).toMatchObject({ passed: 0, failed: 1 });
});

test('a run without any test is no success', () => {
  expect(tally({ testResults: [] }, 0)).toMatchObject({ sentence: expect.anything() });
  const skipped = { testResults: [file('passed', 'skipped')] };
  expect(tally(skipped, 0)).toMatchObject({ sentence: expect.anything() });
});
