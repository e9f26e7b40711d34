import { must } from '@countersign/contract';
import { type PostgresRecord, postgresRecord } from '@countersign/record';
import { systemPowers } from '../system.ts';
import { type MigratedDatabase, migratedDatabase } from './database.ts';

/** Records over one database, and all else that a test opens. */
export interface TestRecords {
  /** Makes the database; gives the way to drop it. */
  start(adminUrl: string): Promise<() => Promise<void>>;
  /** A record of its own, as another process has it. */
  open(now?: () => number): Promise<PostgresRecord>;
  /** Has something closed with the rest, before what was opened earlier. */
  closes(one: { close(): Promise<void> }): void;
  /** Closes all that is open, the last one first. */
  close(): Promise<void>;
}

/** For the tests of a file: {@link TestRecords.start} before all of them, {@link TestRecords.close} after each. */
export function testRecords(): TestRecords {
  let database: MigratedDatabase | null = null;
  const opened: { close(): Promise<void> }[] = [];
  return {
    async start(adminUrl) {
      const made = await migratedDatabase(adminUrl);
      database = made;
      return () => made.drop();
    },
    async open(now) {
      const { url, appPassword } = must(database, 'tests begin when there is a database');
      const record = await postgresRecord({
        url,
        password: appPassword,
        powers: { ...systemPowers(), ...(now ? { now } : {}) },
      });
      // A test may close it before its end, as a process that dies.
      let closing: Promise<void> | null = null;
      const close = record.close;
      record.close = () => (closing ??= close());
      opened.push(record);
      return record;
    },
    closes: (one) => void opened.push(one),
    async close() {
      for (const one of opened.splice(0).reverse()) await one.close();
    },
  };
}
