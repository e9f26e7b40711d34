import type pg from 'pg';

/** A table, and what the server's role may do with which of its columns. */
export interface Table {
  readonly name: string;
  readonly tenant: boolean;
  readonly readable: readonly string[];
  readonly insertable: readonly string[];
  readonly all: readonly string[];
}

/** Every table, view and the like of our schemas, as the catalogue has it: a new one is among them. */
export async function tablesOf(owner: pg.Client): Promise<readonly Table[]> {
  const { rows } = await owner.query<Table>(
    `select c.oid::regclass::text as name, bool_or(a.attname = 'workspace') and n.nspname = 'countersign' as tenant,
       array_agg(a.attname::text order by a.attnum) as all,
       coalesce(array_agg(a.attname::text order by a.attnum)
         filter (where has_column_privilege('countersign_app', c.oid, a.attnum, 'select')), '{}') as readable,
       coalesce(array_agg(a.attname::text order by a.attnum)
         filter (where a.attidentity = '' and has_column_privilege('countersign_app', c.oid, a.attnum, 'insert')), '{}') as insertable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname in ('countersign', 'auth') and c.relkind in ('r', 'p', 'v', 'm', 'f')
     group by c.oid, n.nspname order by 1`,
  );
  return rows;
}

/** A digest of every row of a workspace by table, with the transaction that last wrote it. */
export async function fingerprint(
  owner: pg.Client,
  tables: readonly Table[],
  workspace: string,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const { name, tenant } of tables) {
    if (!tenant) continue;
    const { rows } = await owner.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t.xmin::text || t::text, '' order by t::text), '')) as digest
       from ${name} t where workspace = $1`,
      [workspace],
    );
    digests.set(name, rows[0]?.digest ?? '');
  }
  return digests;
}
