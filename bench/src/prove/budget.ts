import { testWorld } from '@countersign/server/testing';
import type { Finding, Proof } from './proof.ts';
import { withDatabase } from './with-database.ts';

const RUNS = 1_000;
const LIMIT = 350;

/** Promise 10: what is declared as a limit is what is enforced, however many draw on it at once. */
export const budget: Proof = {
  name: 'budget',
  promise: `${RUNS} runs at once on one account of ${LIMIT} calls make ${LIMIT} calls, and not one more.`,
  takesCases: false,
  run: ({ progress }): Promise<Finding> =>
    withDatabase(async ({ open }) => {
      const records = [await open(), await open()];
      let performed = 0;
      const act = async () => {
        performed += 1;
        return { kind: 'done' as const, result: {}, usage: {} };
      };
      const script = [{ calls: [{ tool: 'test_read', args: {} }] }, { text: 'done' }];
      const [first, second] = records;
      if (!first || !second) throw new Error('two records were opened');
      const one = await testWorld({ record: first, script, act, capacity: 200 });
      const two = await testWorld({ record: second, script, act, capacity: 200, of: one });
      const account = `agent:${one.agent}`;
      await first.commit({
        workspace: one.workspace,
        entries: [
          { kind: 'budget.changed', run: null, call: null, ref: { account }, payload: null },
        ],
        accounts: [{ id: account, limits: { calls: LIMIT } }],
      });
      const runs: string[] = [];
      for (let begun = 0; begun < RUNS; begun += 100) {
        const worlds = [one, two];
        runs.push(
          ...(await Promise.all(
            Array.from({ length: 100 }, (_, index) =>
              (worlds[index % 2] ?? one).start(`run ${begun + index}`),
            ),
          )),
        );
        progress(`${runs.length} runs begun`);
      }
      for (const run of runs) await one.until(run, 'ended');
      const after = await first.reader.account(one.workspace, account);
      await one.stop();
      await two.stop();
      const spent = after?.spent.calls ?? 0;
      const reserved = after?.reserved.calls ?? 0;
      return {
        cases: RUNS,
        failures: [
          ...(performed > LIMIT ? [`${performed} calls were made of ${LIMIT}`] : []),
          ...(performed < LIMIT
            ? [`only ${performed} calls were made of ${LIMIT}: the limit refuses too early`]
            : []),
          ...(spent !== performed
            ? [`${performed} calls were made and ${spent} were counted`]
            : []),
          ...(reserved !== 0
            ? [`${reserved} calls are still reserved when all runs have ended`]
            : []),
          ...one.problems,
          ...two.problems,
        ],
        figure: `${Math.max(0, performed - LIMIT)} over ${LIMIT}, two workers`,
      };
    }),
};
