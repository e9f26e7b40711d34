import { newId } from '@countersign/contract';
import { systemPowers } from '@countersign/server/testing';
import pg from 'pg';
import { withDatabase } from '../prove/with-database.ts';
import type { Bench } from './bench.ts';
import { median, short } from './stats.ts';

const WRITERS = 64;
/** Connections the bare writers share: what our own Postgres leaves free. */
const CONNECTIONS = 40;
const EACH = 60;
const ROUNDS = 5;

/** Ledger appends by 64 writers of one workspace, against as many bare fsync'd single-row inserts. */
export const appends: Bench = {
  name: 'appends',
  about: `durable ledger appends per second, ${WRITERS} writers`,
  run: (progress) =>
    withDatabase(async ({ database, open }) => {
      const record = await open();
      const workspace = newId('workspace', systemPowers());
      const ours: number[] = [];
      const floor: number[] = [];
      const bare = new pg.Pool({ connectionString: database.url, max: CONNECTIONS });
      await bare.query('create table bare (id bigserial primary key, leaf text, payload text)');
      const payload = { text: 'x'.repeat(400) };
      const append = () =>
        record.commit({
          workspace,
          entries: [{ kind: 'budget.changed', run: null, call: null, ref: { n: 1 }, payload }],
        });
      const insert = () =>
        bare.query('insert into bare (leaf, payload) values ($1, $2)', [
          JSON.stringify({ v: 1, workspace, n: 1 }),
          JSON.stringify(payload),
        ]);
      // What fsync promises is what is measured.
      const { rows } = await bare.query("select current_setting('fsync') as fsync");
      if (rows[0].fsync !== 'on') throw new Error('the database of this bench does not fsync');
      await timed(append);
      await timed(insert);
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await timed(append));
        floor.push(await timed(insert));
        progress(
          `round ${round + 1}: ${short(ours.at(-1) ?? 0)} ours, ${short(floor.at(-1) ?? 0)} bare`,
        );
      }
      await bare.end();
      const ratio = median(ours.map((rate, round) => rate / (floor[round] ?? 1)));
      return [
        {
          name: 'ledger appends',
          ours: `${short(median(ours))}/s`,
          against: `${short(median(floor))}/s bare inserts`,
          ratio: short(ratio),
          target: '>= 0.5 of the floor',
          met: ratio >= 0.5,
        },
      ];
    }, 'lasting'),
};

async function timed(once: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let index = 0; index < EACH; index++) await once();
    }),
  );
  return (WRITERS * EACH) / ((performance.now() - began) / 1000);
}
