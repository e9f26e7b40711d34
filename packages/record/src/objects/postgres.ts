import { type IdPowers, type Label, must, newId, type ObjectStore } from '@countersign/contract';
import type pg from 'pg';
import { inWorkspace, type Tenant } from '../postgres/tenant.ts';
import { assertObject, type ObjectDraft } from './shape.ts';

/** Bytes of one part. What is sent at once to and from the database is about twice that. */
const PART_BYTES = 1024 * 1024;

/** Objects in Postgres, in parts of 1 MiB, under row-level security. */
export function createPostgresObjectStore(pool: pg.Pool, powers: IdPowers): ObjectStore {
  return {
    async put(workspace, object) {
      assertObject(object);
      const id = newId('object', powers);
      await inWorkspace(pool, workspace, async (tenant) => {
        await insertObject(tenant, workspace, id, object, powers.now());
        for (let part = 0; part * PART_BYTES < object.bytes.length; part++) {
          await insertPart(tenant, workspace, id, part, object.bytes);
        }
      });
      return id;
    },

    get: (workspace, id) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const { rows } = await tenant.query<ObjectRow>(
          'select name, media_type, bytes, label from object where workspace = $1 and id = $2',
          [workspace, id],
        );
        const found = rows[0];
        if (found === undefined) return null;
        const bytes = new Uint8Array(found.bytes);
        for (let part = 0; part * PART_BYTES < bytes.length; part++) {
          bytes.set(await partOf(tenant, workspace, id, part), part * PART_BYTES);
        }
        return { name: found.name, mediaType: found.media_type, bytes, label: found.label };
      }),
  };
}

interface ObjectRow {
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly label: Label;
}

async function insertObject(
  tenant: Tenant,
  workspace: string,
  id: string,
  { name, mediaType, bytes, label, by }: ObjectDraft,
  now: number,
): Promise<void> {
  await tenant.query(
    `insert into object (workspace, id, name, media_type, bytes, label, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [workspace, id, name, mediaType, bytes.length, JSON.stringify(label), new Date(now), by],
  );
}

async function insertPart(
  tenant: Tenant,
  workspace: string,
  id: string,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  const from = part * PART_BYTES;
  const slice = Buffer.from(
    bytes.buffer,
    bytes.byteOffset + from,
    Math.min(PART_BYTES, bytes.length - from),
  );
  await tenant.query(
    'insert into object_part (workspace, object, part, bytes) values ($1, $2, $3, $4)',
    [workspace, id, part, slice],
  );
}

async function partOf(
  tenant: Tenant,
  workspace: string,
  id: string,
  part: number,
): Promise<Uint8Array> {
  const { rows } = await tenant.query<{ bytes: Buffer }>(
    'select bytes from object_part where workspace = $1 and object = $2 and part = $3',
    [workspace, id, part],
  );
  return must(rows[0], 'an object has all its parts: they were written in one transaction').bytes;
}
