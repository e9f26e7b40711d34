import { ROLES, type Role } from '@countersign/contract';
import type pg from 'pg';
import { type Admissions, inTurn } from './admissions.ts';
import type { Invited } from './port.ts';

/** Names the lock that sign-ups take turns by; any fixed number of our own. */
const LOCK = 7_220_131;

/** Admissions in the tables that `migrateAuth` makes. Invitations are found by a token of 256 bits, across workspaces. */
export function postgresAdmissions(pool: pg.Pool): Admissions {
  const turn = inTurn();
  return {
    // In turn here first: many that waited for the lock would hold all connections, and its holder needs one.
    alone: (work) => turn(() => locked(pool, work)),
    async isClaimed() {
      return (await pool.query('select from auth.owner_claim')).rowCount !== 0;
    },
    async claim(person) {
      await pool.query('insert into auth.owner_claim (person) values ($1) on conflict do nothing', [
        person,
      ]);
    },
    async keep(token, invited, expiresAt) {
      await pool.query(
        `insert into auth.invitation (token, workspace, email, role, invited_by, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [token, invited.workspace, invited.email, invited.role, invited.by, expiresAt],
      );
    },
    async take(token, email, now) {
      const { rows } = await pool.query<Row>(
        `update auth.invitation set used = true
         where token = $1 and email = $2 and expires_at > $3 and not used
         returning workspace, email, role, invited_by`,
        [token, email, now],
      );
      const [row] = rows;
      return row === undefined ? null : invitedOf(row);
    },
    async giveBack(token) {
      await pool.query('update auth.invitation set used = false where token = $1', [token]);
    },
    async withdraw({ workspace, email, by }) {
      await pool.query(
        `update auth.invitation set used = true
         where workspace = $1 and (email = $2 or invited_by = $3) and not used`,
        [workspace, email.toLowerCase(), by],
      );
    },
  };
}

async function locked<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release();
  }
}

interface Row {
  readonly workspace: string;
  readonly email: string;
  readonly role: string;
  readonly invited_by: string;
}

function invitedOf(row: Row): Invited | null {
  const role: Role | undefined = ROLES.find((known) => known === row.role);
  if (role === undefined) return null;
  return { workspace: row.workspace, email: row.email, role, by: row.invited_by };
}
