import type { IdPowers, Member, Role, Scope } from '@countersign/contract';
import type pg from 'pg';
import { append } from '../config/postgres-append.ts';
import { asRecordFault } from '../postgres/faults.ts';
import { inWorkspace, readRows, type Tenant } from '../postgres/tenant.ts';
import { formatKey, isSecret, newKeyText, parseKey, secretHash } from './key-text.ts';
import type { FoundKey, KeyRecord, KeyStore } from './port.ts';
import { assertKey, isLive, isUseDue, keyChanged } from './shape.ts';

/** API keys in Postgres, under row-level security; every change appends its ledger entry. */
export function createPostgresKeyStore(pool: pg.Pool, powers: IdPowers): KeyStore {
  return {
    keys: (workspace) =>
      readRows<KeyRow>(
        pool,
        workspace,
        `select ${COLUMNS} from api_key where workspace = $1
           order by created_at desc, id collate "C" desc`,
        [workspace],
      ).then((rows) => rows.map(recordOf)),

    async createKey(workspace, draft, by) {
      const createdAt = powers.now();
      assertKey(draft, createdAt);
      const text = newKeyText(powers);
      const { name, person, agent, scopes, expiresAt } = draft;
      const key: KeyRecord = {
        ...{ id: text.id, workspace, name, person, agent, scopes, createdAt, expiresAt },
        revokedAt: null,
        lastUsedAt: null,
      };
      await inWorkspace(pool, workspace, async (tenant) => {
        await append(tenant, workspace, [keyChanged('created', key, by)], powers);
        await insertKey(tenant, key, secretHash(text.secret), by);
      });
      return { key, text: formatKey(text) };
    },

    revokeKey: (workspace, id, by) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const { rows } = await tenant.query<KeyRow>(
          `update api_key set revoked_at = $3
           where workspace = $1 and id = $2 and revoked_at is null returning ${COLUMNS}`,
          [workspace, id, new Date(powers.now())],
        );
        if (rows[0] === undefined) return false;
        await append(tenant, workspace, [keyChanged('revoked', recordOf(rows[0]), by)], powers);
        return true;
      }),

    async authenticate(given) {
      const text = parseKey(given);
      if (text === null) return null;
      const found = await keyById(pool, text.id);
      if (found === null || !isSecret(text.secret, found.secret_hash)) return null;
      const key: FoundKey = { ...recordOf(found), member: memberOf(found) };
      const now = powers.now();
      if (!isLive(key, now)) return null;
      if (!isUseDue(key, now)) return key;
      await noteUse(pool, key, now);
      return { ...key, lastUsedAt: now };
    },
  };
}

const COLUMNS =
  'workspace, id, name, person, agent, scopes, created_at, expires_at, revoked_at, last_used_at';

interface KeyRow {
  readonly workspace: string;
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly agent: string | null;
  readonly scopes: readonly Scope[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
}

function recordOf(row: KeyRow): KeyRecord {
  const { workspace, id, name, person, agent, scopes } = row;
  return {
    ...{ workspace, id, name, person, agent, scopes },
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    revokedAt: row.revoked_at?.getTime() ?? null,
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  };
}

type FoundRow = KeyRow & { readonly secret_hash: string } & (
    | {
        readonly member_name: string;
        readonly member_email: string;
        readonly member_role: Role;
      }
    | { readonly member_name: null }
  );

function memberOf(row: FoundRow): Member | null {
  if (row.member_name === null) return null;
  const { person, member_name: name, member_email: email, member_role: role } = row;
  return { person, name, email, role };
}

/** One key by its id, across workspaces: a function of the owner gives this row alone. */
async function keyById(pool: pg.Pool, id: string) {
  const { rows } = await pool
    .query<FoundRow>({
      name: 'api_key_by_id',
      text: 'select * from api_key_by_id($1)',
      values: [id],
    })
    .catch((thrown: unknown) => {
      throw asRecordFault(thrown);
    });
  return rows[0] ?? null;
}

async function noteUse(pool: pg.Pool, key: KeyRecord, now: number): Promise<void> {
  await inWorkspace(pool, key.workspace, (tenant) =>
    tenant.query('update api_key set last_used_at = $3 where workspace = $1 and id = $2', [
      key.workspace,
      key.id,
      new Date(now),
    ]),
  );
}

async function insertKey(tenant: Tenant, key: KeyRecord, hash: string, by: string): Promise<void> {
  await tenant.query(
    `insert into api_key (workspace, id, name, person, agent, scopes, secret_hash, created_at,
       created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.workspace,
      key.id,
      key.name,
      key.person,
      key.agent,
      [...key.scopes],
      hash,
      new Date(key.createdAt),
      by,
      key.expiresAt === null ? null : new Date(key.expiresAt),
    ],
  );
}
