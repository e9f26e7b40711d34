import type { IdPowers } from '@countersign/contract';
import { beforeEach, describe } from 'vitest';
import { ledgerRules } from './conformance/ledger/ledger-rules.ts';
import { commitRules } from './conformance/record/commits.ts';
import { delegatingRules } from './conformance/record/delegating.ts';
import type { Bench, Clock, RecordHarness } from './conformance/record/harness.ts';
import { questionListRules } from './conformance/record/question-lists.ts';
import { questionAndBudgetRules } from './conformance/record/questions-and-budgets.ts';
import { readRules } from './conformance/record/reads.ts';
import { supportRules } from './conformance/record/supports.ts';
import { workerRules } from './conformance/record/workers.ts';

export type { RecordHarness } from './conformance/record/harness.ts';

/**
 * The rules that every record obeys, as tests.
 *
 * @param open gives a store without anything in it, with powers that the suite holds.
 */
export function recordConformance(open: (powers: IdPowers) => Promise<RecordHarness>): void {
  const clock: Clock = { now: 0 };
  let seed = 0;
  const powers: IdPowers = {
    now: () => clock.now,
    randomBytes: (length) => Uint8Array.from({ length }, () => seed++ % 251),
  };
  let harness: RecordHarness | undefined;
  const bench: Bench = {
    clock,
    get harness() {
      if (harness === undefined) throw new Error('no test is running');
      return harness;
    },
    get store() {
      return bench.harness.store;
    },
  };
  beforeEach(async () => {
    clock.now = 1_000;
    harness = await open(powers);
  });
  describe('commits', () => commitRules(bench));
  describe('questions and budgets', () => questionAndBudgetRules(bench));
  describe('lists of questions', () => questionListRules(bench));
  describe('delegating', () => delegatingRules(bench));
  describe('workers', () => workerRules(bench));
  describe('several people', () => supportRules(bench));
  describe('reads', () => readRules(bench));
  describe('the ledger', () => ledgerRules(bench));
}
