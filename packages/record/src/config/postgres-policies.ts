import {
  type ConfigStore,
  digest,
  type IdPowers,
  type PolicyStore,
  type PolicyText,
  type PolicyVersion,
  type PolicyVersionInfo,
} from '@countersign/contract';
import type pg from 'pg';
import { readRows, type Tenant } from '../postgres/tenant.ts';
import { assertLimit } from './limit.ts';
import { defaultPolicyOf, policyChanged, policyTextOf } from './policy-shape.ts';
import type { ConfigPowers } from './ports.ts';
import { append } from './postgres-append.ts';
import { undoable } from './undoable.ts';

type Policies = Pick<ConfigStore, 'policy' | 'putPolicy'> &
  Pick<PolicyStore, 'policyVersions' | 'policyVersion'>;

type PutAnswer = Awaited<ReturnType<Policies['putPolicy']>>;

/** Policy texts, in Postgres. */
export function createPostgresPolicies(pool: pg.Pool, powers: ConfigPowers & IdPowers): Policies {
  const read = async (workspace: string, rest: string, values: readonly unknown[]) =>
    (await readRows<Row>(pool, workspace, `${SELECT} ${rest}`, [workspace, ...values])).map(
      versionOf,
    );
  return {
    policy: async (workspace) =>
      (await read(workspace, NEWEST, []))[0] ?? defaultPolicyOf(powers.defaultPolicy),

    async putPolicy(workspace, change, by, base) {
      const text = policyTextOf(change);
      return undoable<PutAnswer>(pool, workspace, async (tenant, undo) => {
        // Appended first, since that locks the log's head: what is read after it cannot change before the end.
        await append(tenant, workspace, [policyChanged(text, by, null)], powers);
        const policy = await currentPolicy(tenant, workspace, powers);
        const { rows } = await tenant.query<{ two: boolean }>(
          'select policy_two_persons as two from workspace where workspace = $1',
          [workspace],
        );
        if (rows[0]?.two === true) return undo({ kind: 'two-persons' });
        if (base !== undefined && base !== policy.number) return undo({ kind: 'conflict', policy });
        const about = { number: policy.number + 1, by, acceptedBy: null };
        return { kind: 'put', policy: await keepPolicy(tenant, workspace, text, about, powers) };
      });
    },

    async policyVersions(workspace, { before = null, limit }) {
      assertLimit(limit);
      const rows = await readRows<Omit<Row, 'cedar' | 'tests'>>(
        pool,
        workspace,
        `select ${INFO} from policy_version where workspace = $1
           and ($2::integer is null or number < $2) order by number desc limit $3`,
        [workspace, before, limit],
      );
      return rows.map(infoOfRow);
    },

    async policyVersion(workspace, number) {
      if (number === 0) return defaultPolicyOf(powers.defaultPolicy);
      return (await read(workspace, 'and number = $2', [number]))[0] ?? null;
    },
  };
}

/** The policies in force, within a transaction. */
export async function currentPolicy(
  tenant: Tenant,
  workspace: string,
  { defaultPolicy }: ConfigPowers,
): Promise<PolicyVersion> {
  const { rows } = await tenant.query<Row>(`${SELECT} ${NEWEST}`, [workspace]);
  return rows[0] === undefined ? defaultPolicyOf(defaultPolicy) : versionOf(rows[0]);
}

/** Writes a version down. The transaction has appended its entry. */
export async function keepPolicy(
  tenant: Tenant,
  workspace: string,
  text: PolicyText,
  about: Pick<PolicyVersion, 'number' | 'acceptedBy'> & { readonly by: string },
  powers: Pick<ConfigPowers, 'now'>,
): Promise<PolicyVersion> {
  const { cedar, tests, note } = text;
  const [at, version] = [powers.now(), digest(cedar)];
  const { number, by, acceptedBy } = about;
  await tenant.query(
    `insert into policy_version
       (workspace, number, version, cedar, tests, note, written_at, written_by, accepted_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[workspace, number, version, cedar, JSON.stringify(tests), note],
      ...[new Date(at), by, acceptedBy],
    ],
  );
  return { cedar, tests, note, number, version, at, by, acceptedBy };
}

const INFO = 'number, version, note, written_at, written_by, accepted_by';
const SELECT = `select ${INFO}, cedar, tests from policy_version where workspace = $1`;
const NEWEST = 'order by number desc limit 1';

interface Row {
  readonly number: number;
  readonly version: string;
  readonly cedar: string;
  readonly tests: string;
  readonly note: string;
  readonly written_at: Date;
  readonly written_by: string;
  readonly accepted_by: string | null;
}

function infoOfRow(row: Omit<Row, 'cedar' | 'tests'>): PolicyVersionInfo {
  const { number, version, note, written_at, written_by: by, accepted_by: acceptedBy } = row;
  return { number, version, note, at: written_at.getTime(), by, acceptedBy };
}

function versionOf(row: Row): PolicyVersion {
  return { ...infoOfRow(row), cedar: row.cedar, tests: JSON.parse(row.tests) };
}
