import type { Commit, Committed, IdPowers, LoadedRun, RecordStore } from '@countersign/contract';
import type pg from 'pg';
import type { PreparedErasure } from '../commit/evidence.ts';
import { prepareCommit } from '../commit/prepare.ts';
import type { LogStore } from '../ledger/port.ts';
import { createListeners, signalsOf } from '../signals.ts';
import { createCommitter } from './committer.ts';
import { asRecordFault } from './faults.ts';
import { type LoadRow, loadedRun } from './loaded-run.ts';
import { postgresLogStore } from './log-store.ts';
import { clientConfig, rolePool } from './pool.ts';
import { postgresReader } from './reader.ts';
import { sendCommits } from './send-commits.ts';
import { createSession } from './session.ts';

export interface PostgresRecordOptions {
  /** Connection string of the migrated database; its user and password are replaced by the role's. */
  readonly url: string;
  /** Password of `countersign_app`. */
  readonly password: string;
  readonly powers: PostgresRecordPowers;
  /** Most connections at once, besides the one that listens; 10 by default. */
  readonly connections?: number;
}

export interface PostgresRecordPowers extends IdPowers {
  /** Resolves after that many milliseconds. */
  pause(ms: number): Promise<void>;
}

/** The record on Postgres. `close` takes no more commits and waits for those it has; leases stay until `retire`. */
export interface PostgresRecord extends RecordStore {
  /** The pool of the runtime role, for the other stores of this database. */
  readonly pool: pg.Pool;
  /** Its log, for the ledger. */
  readonly log: LogStore;
  close(): Promise<void>;
}

/**
 * Opens the record.
 *
 * @throws faults `RECORD_DATABASE_*` where the database cannot be used.
 */
export async function postgresRecord(options: PostgresRecordOptions): Promise<PostgresRecord> {
  const { powers } = options;
  const connection = {
    url: options.url,
    role: 'countersign_app',
    password: options.password,
  } as const;
  const pool = rolePool({ ...connection, max: options.connections ?? 10 });
  const listeners = createListeners();
  const session = createSession(
    {
      config: { ...clientConfig(connection), application_name: 'countersign_listener' },
      pause: powers.pause,
    },
    (signal) => listeners.tell([signal]),
  );
  const committer = createCommitter(
    (workspace, batch) => sendCommits({ pool, pause: powers.pause }, workspace, batch),
    (prepared, committed) => {
      const signals = signalsOf(prepared, committed);
      listeners.tell(signals);
      session.tell(signals);
    },
  );
  const beaten = new Set<string>();
  const query = async <Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> => {
    try {
      return (await pool.query<Row>({ name, text, values: [...values] })).rows;
    } catch (thrown) {
      throw asRecordFault(thrown);
    }
  };
  const beat = async (worker: string) => {
    await query('heartbeat', 'select record_heartbeat($1)', [worker]);
    beaten.add(worker);
  };
  /** Before a worker's first lease, so that nobody takes it for a dead worker's. */
  const hold = async (worker: string) => {
    await session.hold(worker);
    if (!beaten.has(worker)) await beat(worker);
  };
  const commit = async (one: Commit, erasure: PreparedErasure | null): Promise<Committed> => {
    const prepared = prepareCommit(one, powers, erasure);
    if (prepared.create?.worker != null) await hold(prepared.create.worker);
    return committer.commit(prepared);
  };
  let closing: Promise<void> | null = null;
  const closeAll = async () => {
    await committer.close();
    await session.close();
    await pool.end();
  };
  const wake = () => {
    listeners.tell([{ kind: 'runnable' }]);
    session.tell([{ kind: 'runnable' }]);
  };
  try {
    await query('ready', 'select 1', []);
  } catch (thrown) {
    await pool.end();
    throw thrown;
  }

  return {
    pool,
    commit: (one) => commit(one, null),
    log: postgresLogStore(pool, commit),
    reader: postgresReader(pool),

    loadRun: async (workspace, run): Promise<LoadedRun | null> => {
      const text = 'select * from record_load($1, $2)';
      return loadedRun(workspace, run, await query<LoadRow>('load', text, [workspace, run]));
    },

    claim: async (worker, limit) => {
      await hold(worker);
      const text = 'select * from record_claim($1, $2, $3)';
      return query('claim', text, [worker, limit, powers.now()]);
    },

    adopt: async (worker) => {
      const text = 'select record_adopt($1, $2) as adopted';
      const [row] = await query<{ adopted: number }>('adopt', text, [worker, powers.now()]);
      const adopted = row?.adopted ?? 0;
      if (adopted > 0) wake();
      return adopted;
    },

    heartbeat: async (worker) => {
      await session.hold(worker);
      await beat(worker);
    },

    release: async (worker, run) => {
      await query('release', 'select record_release($1, $2, $3)', [worker, run, powers.now()]);
      wake();
    },

    retire: async (worker) => {
      // A lease that a commit is just writing is left to the next round; after these, to adoption.
      for (let round = 0; round < 10; round++) {
        const text = 'select record_retire($1, $2) as left';
        const [row] = await query<{ left: number }>('retire', text, [worker, powers.now()]);
        if ((row?.left ?? 0) === 0) break;
        await powers.pause(20);
      }
      beaten.delete(worker);
      await session.letGo(worker);
      wake();
    },

    watch: async (listener) => {
      await session.listen();
      const stop = listeners.add(listener);
      return async () => stop();
    },

    nextWake: async () => {
      const [row] = await query<{ at: number | null }>(
        'wake',
        'select record_next_wake() as at',
        [],
      );
      return row?.at ?? null;
    },

    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
