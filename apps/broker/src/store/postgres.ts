import { rolePool } from '@countersign/record';
import { brokerFault } from '../errors.ts';
import { isCode } from '../keys/private-file.ts';
import type { BrokerStore } from './port.ts';

/** The record's database through the one role that reads sealed secrets. It can write nothing. */
export function postgresStore(database: {
  readonly url: string;
  readonly password: string;
  readonly onLost: (error: Error) => void;
}): BrokerStore {
  const pool = rolePool({ ...database, role: 'countersign_broker', max: 4 });

  async function first<Row>(sql: string, values: readonly unknown[]): Promise<Row | null> {
    try {
      const { rows } = await pool.query(sql, [...values]);
      // Each statement names its columns, and the schema their types.
      return (rows[0] as Row | undefined) ?? null;
    } catch (cause) {
      throw brokerFault('BROKER_DATABASE_DOWN', { cause });
    }
  }

  return {
    connection: async (workspace, id) => {
      const sql = 'select config from countersign.connection where workspace = $1 and id = $2';
      return (await first<{ config: unknown }>(sql, [workspace, id]))?.config ?? null;
    },
    secret: (workspace, name) =>
      first(
        `select version, sealed from countersign.secret
         where workspace = $1 and name = $2 order by version desc limit 1`,
        [workspace, name],
      ),
    sealedWith: async () => {
      const sql = `select sealed->>'keyId' as id from countersign.secret limit 1`;
      try {
        return (await first<{ id: string | null }>(sql, []))?.id ?? null;
      } catch (thrown) {
        // Before the first migration there is no table, and so no secret.
        if (thrown instanceof Error && isCode(thrown.cause, UNDEFINED_TABLE)) return null;
        throw thrown;
      }
    },
    close: () => pool.end(),
  };
}

const UNDEFINED_TABLE = '42P01';
