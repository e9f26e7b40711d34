import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@countersign/e2e/product';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { short } from './stats.ts';

const PARKED = 10_000;
const IDLE_MS = 20_000;

/** Memory of the server's process when idle and with ten thousand parked runs, and commits a second while idle. */
export const memory: Bench = {
  name: 'memory',
  about: `the server's memory when idle, and with ${PARKED} parked runs`,
  async run(progress) {
    const product = await startProduct();
    try {
      const { client, data } = product;
      const [agent] = (await client.agents.list()).filter(
        (one) => one.draft.name === 'Mail triage',
      );
      if (!agent) throw new Error('the example is there');
      await sleep(5_000);
      const idle = rss(data);
      progress(`idle: ${short(idle)} MB`);
      // One run that really parks; the others are rows like its own.
      const { run } = await client.runs.start({
        agent: agent.id,
        message: { text: 'Triage the mailbox and mail me a summary.' },
      });
      for (;;) {
        const { status } = await client.runs.get(run);
        if (status === 'parked') break;
        if (status === 'ended') throw new Error('the example parks');
        await sleep(200);
      }
      await sleep(5_000);
      const warm = rss(data);
      progress(`after one run: ${short(warm)} MB`);
      const admin = new pg.Client({ connectionString: adminUrl(data) });
      await admin.connect();
      await admin.query('set search_path = countersign');
      const columns = await columnsOf(admin, 'run');
      const copied = columns
        .filter((name) => name !== 'id')
        .map((name) => `"${name}"`)
        .join(', ');
      await admin.query(
        `insert into run (id, ${copied}) select $1 || '_' || n, ${copied} from run, generate_series(1, $2) as n where id = $1`,
        [run, PARKED - 1],
      );
      const before = await commits(admin);
      const from = performance.now();
      await sleep(IDLE_MS);
      const perSecond = (await commits(admin)) - before;
      const rate = perSecond / ((performance.now() - from) / 1000);
      const parked = rss(data);
      await admin.end();
      progress(`with ${PARKED} parked: ${short(parked)} MB, ${short(rate)} commits/s`);
      return [
        {
          name: 'memory idle',
          ours: `${short(idle)} MB`,
          against: 'a bound of 250 MB',
          ratio: short(idle / 250),
          target: '< 250 MB',
          met: idle < 250,
        },
        {
          name: `memory with ${PARKED} parked`,
          ours: `+${short(parked - warm)} MB`,
          against: `${short(warm)} MB after one run`,
          ratio: short(parked / warm),
          target: '< +50 MB',
          met: parked - warm < 50,
        },
        {
          name: 'commits while idle',
          ours: `${short(rate)}/s`,
          against: 'a bound of 10/s',
          ratio: short(rate / 10),
          target: '< 10/s',
          met: rate < 10,
        },
      ];
    } finally {
      await product.stop();
    }
  },
};

/** Resident memory of the server's process in MB. */
function rss(data: string): number {
  const noted = JSON.parse(readFileSync(join(data, 'processes.json'), 'utf8')) as Record<
    string,
    { pid: number }
  >;
  const status = readFileSync(`/proc/${noted['server']?.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function adminUrl(data: string): string {
  const { superuser } = JSON.parse(readFileSync(join(data, 'db.json'), 'utf8')) as {
    superuser: string;
  };
  return `postgres://postgres:${encodeURIComponent(superuser)}@localhost/countersign?host=${encodeURIComponent(join(data, 'run'))}`;
}

async function columnsOf(admin: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await admin.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'countersign' and table_name = $1",
    [table],
  );
  return rows.map(({ name }) => name);
}

async function commits(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.n ?? 0);
}
