import type { WakeSignal } from '@countersign/contract';
import pg from 'pg';
import { recordFault } from '../errors.ts';
import { createTurns } from '../turns.ts';
import { asRecordFault } from './faults.ts';
import { parseSignal, signalText } from './signal-text.ts';

const CHANNEL = 'countersign';

/** A worker's lock, as the database's `worker_is_dead` looks for it. */
const KEY = "hashtextextended('countersign:' || $1, 0)";

/**
 * Milliseconds for which news of entries wait for more of them: whoever follows a run in this process has them already,
 * and each notification takes a lock that all of the server's share.
 */
const GATHER_MS = 20;

/** Milliseconds between tries to get a lost connection back. */
const WAITS = [50, 200, 500, 1_000, 2_000] as const;

/**
 * This process's own connection: it listens for signals of other processes, and holds the locks that say which
 * workers live. When the database drops it, it comes back by itself, takes the locks again, and signals that
 * runs may have become runnable, since it may have missed something.
 */
export interface Session {
  /** Holds a worker's lock from now on. @throws fault `RECORD_DATABASE_DOWN`. */
  hold(worker: string): Promise<void>;
  /** Lets a worker's lock go. */
  letGo(worker: string): Promise<void>;
  /** Listens from now on. @throws fault `RECORD_DATABASE_DOWN`. */
  listen(): Promise<void>;
  /** Tells other processes. Those it does not reach look by themselves now and then. */
  tell(signals: readonly WakeSignal[]): void;
  close(): Promise<void>;
}

/** @param onSignal told of what other processes signal, and of a connection that came back. */
export function createSession(
  powers: { readonly config: pg.ClientConfig; pause(ms: number): Promise<void> },
  onSignal: (signal: WakeSignal) => void,
): Session {
  const held = new Set<string>();
  let client: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  let closed = false;
  let outbox = new Set<string>();
  let telling: Promise<void> | null = null;
  let gathering: Promise<void> | null = null;
  const inTurn = createTurns();

  /** The connection, made where it is missing. */
  async function connected(): Promise<pg.Client> {
    if (closed) throw recordFault('RECORD_CLOSED');
    if (client) return client;
    connecting ??= connect().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client(powers.config);
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', (message) => heard(fresh, message));
    try {
      await fresh.connect();
      // A lock is only ever held for long by a session of ours that the server has not yet seen end.
      await fresh.query(`set lock_timeout = '5s'; listen ${CHANNEL}`);
      for (const worker of held) await lock(fresh, worker);
    } catch (thrown) {
      void fresh.end().catch(() => undefined);
      throw asRecordFault(thrown);
    }
    client = fresh;
    return fresh;
  }

  function lost(gone: pg.Client): void {
    if (client !== gone) return;
    client = null;
    if (!closed) void comeBack();
  }

  async function comeBack(): Promise<void> {
    for (let attempt = 0; !closed; attempt++) {
      try {
        await connected();
        onSignal({ kind: 'runnable' });
        return;
      } catch {
        // Tried until it succeeds; whoever needs the database meanwhile is told by their own calls.
        await powers.pause(WAITS[Math.min(attempt, WAITS.length - 1)] ?? 0);
      }
    }
  }

  function heard(from: pg.Client, { payload, processId }: pg.Notification): void {
    // The driver knows its server process; its types do not say so.
    const own = (from as unknown as { readonly processID: number }).processID;
    const signal = processId === own ? null : parseSignal(payload ?? '');
    if (signal) onSignal(signal);
  }

  async function tellAll(): Promise<void> {
    try {
      while (outbox.size > 0) {
        const texts = [...outbox];
        outbox = new Set();
        const here = await connected();
        await inTurn(() =>
          here.query({
            name: 'tell',
            text: `select pg_notify('${CHANNEL}', text) from unnest($1::text[]) as text`,
            values: [texts],
          }),
        );
      }
    } catch {
      // Nobody depends on a signal: other processes also look by themselves.
      outbox = new Set();
    } finally {
      telling = null;
    }
  }

  function tellNow(): void {
    if (outbox.size > 0) telling ??= tellAll();
  }

  return {
    hold: async (worker) => {
      if (held.has(worker)) {
        await connected();
        return;
      }
      held.add(worker);
      try {
        // Where the connection is only just made, it takes the lock with the others.
        const here = client;
        if (here) await inTurn(() => lock(here, worker));
        else await connected();
      } catch (thrown) {
        held.delete(worker);
        throw asRecordFault(thrown);
      }
    },
    letGo: async (worker) => {
      const here = client;
      if (!held.delete(worker) || !here) return;
      await inTurn(() => here.query(`select pg_advisory_unlock(${KEY})`, [worker]));
    },
    listen: async () => {
      await connected();
    },
    tell: (signals) => {
      for (const signal of signals) outbox.add(signalText(signal));
      if (signals.some(({ kind }) => kind === 'runnable')) tellNow();
      else if (outbox.size > 0) {
        gathering ??= powers.pause(GATHER_MS).then(() => {
          gathering = null;
          tellNow();
        });
      }
    },
    close: async () => {
      await gathering;
      await telling;
      closed = true;
      await connecting?.catch(() => undefined);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

async function lock(client: pg.Client, worker: string): Promise<void> {
  await client.query(`select pg_advisory_lock(${KEY})`, [worker]);
}
